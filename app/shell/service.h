// Work that the application does beside its session: it opens files, publishes what is shown, remembers the state.
#pragma once

#include "app/stage/stage_parts.h"
#include "core/session/session.h"

#include <chrono>

namespace warpstage::shell {

class Service {
public:
    using Time = std::chrono::steady_clock::time_point;

    Service() = default;
    Service(const Service&) = delete;
    Service& operator=(const Service&) = delete;
    virtual ~Service() = default;

    // Called before each frame, before the user's input of that frame.
    virtual void before_frame(stage::StageParts& /*stage*/, session::Session& /*session*/, Time /*now*/) { }
    // Waits until its background work is done, for pictures that must not depend on time.
    virtual void wait() { }
    // Called after the last frame: saves what it keeps, at once.
    virtual void save() { }
};

} // namespace warpstage::shell

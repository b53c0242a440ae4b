// The place where the application is shown and from which its input comes: a window or an image with OpenGL, or a web page.
#pragma once

#include "app/stage/stage_parts.h"
#include "core/session/session.h"

namespace warpstage::stage {

class Face {
public:
    using Time = std::chrono::steady_clock::time_point;

    Face() = default;
    Face(const Face&) = delete;
    Face& operator=(const Face&) = delete;
    virtual ~Face() = default;

    // What the user controls. Its commands are for the session.
    [[nodiscard]] virtual StageParts& parts() = 0;
    // Performs the input that has arrived since the last call, and offers new vertex buffers to the session.
    virtual void take_input(session::Session& session) = 0;
    // Draws and shows one frame. `shown`: for the audience, without the answer of an open question. `now` drives animations and
    // the frame rate: equal times give equal images.
    virtual void draw(std::shared_ptr<const session::Snapshot> shown, Time now) = 0;
};

} // namespace warpstage::stage

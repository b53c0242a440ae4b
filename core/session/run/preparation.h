// Plans of large problems take long to make: 2^28 numbers are seconds, a million bodies, an access pattern for each of four
// million threads. They are made beside the frames, and what is on screen goes on until they are there.
#pragma once

#include "core/base/latest.h"
#include "core/base/result.h"
#include "core/lesson/lesson.h"
#include "core/problem/parameter.h"
#include "core/problem/plan.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>

namespace warpstage::session {

class Preparation {
public:
    struct Wanted {
        std::shared_ptr<const lesson::Lesson> lesson;
        std::size_t variant = 0; // index
        problem::Settings settings;
        bool operator==(const Wanted&) const = default;
    };
    using Made = Result<std::shared_ptr<const problem::Plan>>;

    Preparation();

    // Whether plan() has this one at once. Otherwise it is being made, and one asks again in the next frame. What takes a moment
    // only is waited for.
    [[nodiscard]] bool ready(const Wanted& wanted);
    // The same for what nobody waits for yet: no frame is late for it.
    [[nodiscard]] bool ready_ahead(const Wanted& wanted, Urgency urgency);
    // What was made last, if it is this one; else it is made now. Errors: as of Problem::plan().
    [[nodiscard]] Made plan(const Wanted& wanted);

    [[nodiscard]] bool running() const { return m_making.pending(); }
    void wait() { m_making.wait_until_idle(); }

private:
    void request(const Wanted& wanted, Urgency urgency);
    // Whether the plan that was requested last is there within that time.
    [[nodiscard]] bool arrives_within(std::chrono::milliseconds longest);

    Wanted m_wanted; // of m_made or m_making
    std::optional<Wanted> m_asked; // what ready() was asked for last and is not there yet
    std::optional<Made> m_made;
    Latest<Wanted, Made> m_making;
};

} // namespace warpstage::session

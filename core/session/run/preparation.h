// Plans of large problems take seconds to create: 2^28 numbers, a million bodies, an access pattern for each of four million
// threads. They are created in the background while the current plan continues to run.
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

    // Whether plan() returns this plan immediately. Otherwise it is being created: ask again in the next frame. Waits for plans
    // that take only a moment.
    [[nodiscard]] bool ready(const Wanted& wanted);
    // The same for a plan that is not needed yet: does not delay a frame.
    [[nodiscard]] bool ready_ahead(const Wanted& wanted, Urgency urgency);
    // The last created plan if it is this one, else a new one, created synchronously. Errors: those of Problem::plan().
    [[nodiscard]] Made plan(const Wanted& wanted);

    [[nodiscard]] bool running() const { return m_making.pending(); }
    void wait() { m_making.wait_until_idle(); }

private:
    void request(const Wanted& wanted, Urgency urgency);
    // Whether the plan requested last is available within that time.
    [[nodiscard]] bool arrives_within(std::chrono::milliseconds longest);

    Wanted m_wanted; // of m_made or m_making
    std::optional<Wanted> m_requested; // last argument of ready() that was not available
    std::optional<Made> m_made;
    Latest<Wanted, Made> m_making;
};

} // namespace warpstage::session

// The input of large problems takes seconds to make: 2^28 numbers, a million bodies. It is made beside the frames, and what is on
// screen goes on until it is there.
#pragma once

#include "core/lesson/lesson.h"
#include "core/problem/parameter.h"

#include <cstddef>
#include <future>
#include <memory>

namespace warpstage::session {

class Preparation {
public:
    struct Wanted {
        std::shared_ptr<const lesson::Lesson> lesson;
        std::size_t variant = 0; // index
        problem::Settings settings;
        bool operator==(const Wanted&) const = default;
    };

    // Whether a plan of this can be made at once: problems keep the input that they have made last. Otherwise it is being made,
    // and one asks again in the next frame. What takes a moment only is waited for.
    [[nodiscard]] bool ready(const Wanted& wanted);
    [[nodiscard]] bool running() const { return m_making.valid(); }

private:
    Wanted m_wanted;
    std::future<void> m_making; // the end of the thread that makes m_wanted's input
};

} // namespace warpstage::session

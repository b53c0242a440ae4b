// Work beside the caller: on a thread, or, in a program without threads, in slices between the caller's frames. CMake selects
// background_threads.cpp or background_slices.cpp.
#pragma once

#include "core/base/urgency.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

namespace warpstage {

// Without threads: whether the work returns after a slice, or its only call lasts until it has ended.
enum class Division : std::uint8_t { slices, none };

// One piece of work at a time. For one calling thread.
class BackgroundWork {
public:
    using Time = std::chrono::steady_clock::time_point;
    // Called until it returns true: the work has ended. With threads it is called once, without a limit. Without threads each
    // call should return soon after `until`; a call that cannot be divided may last longer.
    using Advance = std::function<bool(Time until)>;

    BackgroundWork();
    BackgroundWork(BackgroundWork&& other) noexcept;
    BackgroundWork& operator=(BackgroundWork&& other) noexcept;
    ~BackgroundWork(); // waits

    // Starts when the earlier work has ended, which is not awaited here.
    void start(Advance advance, Urgency urgency, Division division);
    // Whether the newest work has ended or none was started.
    [[nodiscard]] bool ended() const;
    // Waits for all work that was started.
    void wait();
    // The same, at most for the given time. Returns whether it has ended.
    bool wait_for(std::chrono::milliseconds longest);

    struct State;

private:
    std::unique_ptr<State> m_state;
};

// Called in loops that wait for work: sleeps for a moment, or does a slice of the work.
void let_background_work(std::chrono::microseconds moment);

// Without threads: does slices of the waiting work in turn until this time. Returns whether more can be done now: undivided
// work waits after it took long. With threads: does nothing.
bool advance_background_work(std::chrono::steady_clock::time_point until);

} // namespace warpstage

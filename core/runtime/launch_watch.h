// Tells `warpstage exec` how far a launch has come that takes long: its record is written again and again while it runs.
#pragma once

#include "core/runtime/launch_record.h"
#include "core/simt/run_progress.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace warpstage::runtime {

class LaunchWatch {
public:
    // `write`: called on a thread of the watch, with `emulated`, `ended_blocks` and `before` of this time, after each `period` of
    // a launch, or of short launches together.
    LaunchWatch(std::chrono::milliseconds period, std::function<void(const LaunchRecord&)> write);

    // A launch begins; one at a time. It updates the result until end().
    [[nodiscard]] simt::RunProgress& begin(const LaunchRecord& record);
    // The launch has ended: it is not written from now on. Whether it was written.
    bool end();

private:
    void watch(const std::stop_token& stop);

    std::chrono::milliseconds m_period;
    std::function<void(const LaunchRecord&)> m_write;
    std::mutex m_mutex;
    std::condition_variable_any m_never; // only a request to stop wakes the thread early
    std::optional<LaunchRecord> m_record; // of the launch that runs
    bool m_written = false;
    std::chrono::steady_clock::time_point m_begin;
    std::chrono::nanoseconds m_before { 0 }; // that all launches before took
    std::chrono::nanoseconds m_told { 0 }; // of all launches, when one was written last
    simt::RunProgress m_progress;
    std::jthread m_thread; // from the first launch on
};

} // namespace warpstage::runtime

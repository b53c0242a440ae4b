// The time limit of a run in processor time, so that other work on the computer does not decide.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace warpstage::exercise {

// Processor time of this process so far.
[[nodiscard]] inline std::chrono::nanoseconds processor_time()
{
    timespec now {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return std::chrono::seconds { now.tv_sec } + std::chrono::nanoseconds { now.tv_nsec };
}

// Requests a stop when the process has used this time, when ten times as much has passed, or when another stop is requested.
class ProcessorDeadline {
public:
    ProcessorDeadline(std::chrono::milliseconds limit, const std::stop_token& outer)
        : m_outer(outer, [this] { m_source.request_stop(); })
        , m_thread([this, limit](const std::stop_token& finished) { watch(limit, finished); })
    {
    }

    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }
    [[nodiscard]] bool passed() const { return m_passed; }
    // The process got so little of the processor that the run says nothing about the kernels.
    [[nodiscard]] bool overloaded() const { return m_overloaded; }

private:
    void watch(std::chrono::milliseconds limit, const std::stop_token& finished)
    {
        using Clock = std::chrono::steady_clock;
        constexpr int kPatience = 10; // times the limit
        constexpr std::chrono::milliseconds kInterval { 20 };
        const auto used_before = processor_time();
        const auto end = Clock::now() + kPatience * limit;
        std::mutex mutex;
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        while (!finished.stop_requested()) {
            const bool used = processor_time() - used_before >= limit;
            if (used || Clock::now() >= end) {
                m_overloaded = !used;
                m_passed = true;
                m_source.request_stop();
                return;
            }
            never.wait_for(lock, finished, kInterval, [] { return false; });
        }
    }

    std::stop_source m_source;
    std::atomic<bool> m_passed = false;
    std::atomic<bool> m_overloaded = false;
    std::stop_callback<std::function<void()>> m_outer;
    std::jthread m_thread; // last, because it uses the members above
};

} // namespace warpstage::exercise

// The time limit of a run.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace warpstage::live {

// Requests a stop when the time is over or when another stop is requested.
class Deadline {
public:
    Deadline(std::chrono::milliseconds limit, const std::stop_token& outer)
        : m_outer(outer, [this] { m_source.request_stop(); })
        , m_thread([this, limit](const std::stop_token& finished) {
            std::mutex mutex;
            std::condition_variable_any never;
            std::unique_lock lock(mutex);
            never.wait_for(lock, finished, limit, [] { return false; });
            if (!finished.stop_requested()) {
                m_passed = true;
                m_source.request_stop();
            }
        })
    {
    }

    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }
    [[nodiscard]] bool passed() const { return m_passed; }

private:
    std::stop_source m_source;
    std::atomic<bool> m_passed = false;
    std::stop_callback<std::function<void()>> m_outer;
    std::jthread m_thread; // last, because it uses the members above
};

} // namespace warpstage::live

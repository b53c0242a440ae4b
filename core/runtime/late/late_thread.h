// A thread that runs late work beside the program: kernels that wait for what the host writes, and the host for them.
#pragma once

#include "core/runtime/device_mutex.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace warpstage::runtime {

class LateThread {
public:
    enum class Next : std::uint8_t {
        has_run, // an operation
        later, // one may become due while the program calls no function
        nothing, // until wake()
    };
    // Called with the lock, again and again; runs one operation, if one is due. It is told for how long the program has called no
    // function. While another thread runs an operation, it is called only if that takes long.
    using RunNext = std::function<Next(std::chrono::nanoseconds quiet)>;
    // Throws std::system_error if no thread can be started.
    LateThread(DeviceMutex& mutex, RunNext run_next);
    LateThread(const LateThread&) = delete;
    LateThread& operator=(const LateThread&) = delete;
    ~LateThread(); // without the lock

    // With the lock: something may be due later, or, with Due::now, now.
    enum class Due : std::uint8_t { now, later };
    void wake(Due due);
    // With the lock, which is released until the thread has run an operation, at most for the given time.
    void wait(std::chrono::microseconds longest);

    [[nodiscard]] simt::LaunchGate& gate() { return m_mutex.gate(); }

private:
    void work(const std::stop_token& stop);

    DeviceMutex& m_mutex;
    RunNext m_run_next;
    std::mutex m_signals; // of what follows
    std::condition_variable_any m_woken;
    std::condition_variable m_ended;
    bool m_is_woken = false;
    bool m_is_idle = false; // until it is woken
    unsigned m_operations = 0; // that have ended
    std::jthread m_thread; // the last member: it uses the others
};

} // namespace warpstage::runtime

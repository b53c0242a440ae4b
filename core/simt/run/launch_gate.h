// Stops a launch for a moment while another thread changes the memory that it uses: a program calls the API while its kernel
// runs.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace warpstage::simt {

class LaunchGate {
public:
    // A worker of the launch begins or ends; it begins only while the launch is not stopped.
    void enter();
    void leave();
    // Of a worker, where it uses nothing that others change: it waits here while the launch is stopped.
    void pass()
    {
        if (m_stopped.load(std::memory_order_relaxed)) [[unlikely]]
            wait();
    }

    // Returns when no worker runs. By one thread at a time, which then calls go_on(): each worker then runs for a moment
    // even if the launch is stopped again at once.
    void stop();
    void go_on();

    // Whether the host may still write the value that a kernel waits for: then no wait is endless. False: the program itself
    // waits for the launch.
    [[nodiscard]] bool host_may_write() const { return m_host_may_write.load(std::memory_order_relaxed); }
    void set_host_may_write(bool value) { m_host_may_write.store(value, std::memory_order_relaxed); }

private:
    void wait();

    std::atomic<bool> m_stopped = false;
    std::atomic<bool> m_host_may_write = false;
    std::mutex m_mutex; // of what follows
    std::condition_variable m_changed;
    unsigned m_workers = 0;
    unsigned m_waiting = 0; // workers in pass()
    std::uint64_t m_stops = 0; // that have ended
};

// A worker of a launch that may have no gate.
class GateUse {
public:
    explicit GateUse(LaunchGate* gate)
        : m_gate(gate)
    {
        if (m_gate != nullptr)
            m_gate->enter();
    }
    GateUse(const GateUse&) = delete;
    GateUse& operator=(const GateUse&) = delete;
    ~GateUse()
    {
        if (m_gate != nullptr)
            m_gate->leave();
    }

private:
    LaunchGate* m_gate;
};

} // namespace warpstage::simt

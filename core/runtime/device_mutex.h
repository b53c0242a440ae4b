// The lock of all API functions; a callback may call some of them. A kernel may run without the lock: it stops while another
// thread has it.
#pragma once

#include "core/simt/run/launch_gate.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>

namespace warpstage::runtime {

class DeviceMutex {
public:
    using Clock = std::chrono::steady_clock;

    void lock();
    [[nodiscard]] bool try_lock();
    void unlock();
    // Unlocks it whatever the number of its locks, which acquire() restores.
    [[nodiscard]] unsigned release();
    void acquire(unsigned locks);

    // From now on, kernels may run beside the program. Called with the lock, as are the functions below.
    void share();
    // Whether the calling thread runs an operation during which others may have the lock.
    void set_beside(bool runs);
    [[nodiscard]] bool is_beside() const { return m_beside == std::this_thread::get_id(); }
    // Of the kernel that runs beside the program.
    [[nodiscard]] simt::LaunchGate& gate() { return m_gate; }
    // Without the lock: when the operation that runs has begun; nothing: none runs.
    [[nodiscard]] std::optional<Clock::time_point> beside_since() const;
    // When the program last unlocked it.
    [[nodiscard]] Clock::time_point last_use() const { return m_last_use; }

private:
    void begin();

    std::recursive_mutex m_mutex;
    unsigned m_locks = 0; // of the thread that has it
    bool m_is_shared = false; // kernels run beside the program
    std::thread::id m_beside; // that runs an operation
    std::atomic<Clock::rep> m_beside_since = 0; // 0: none runs
    Clock::time_point m_last_use;
    simt::LaunchGate m_gate;
};

} // namespace warpstage::runtime

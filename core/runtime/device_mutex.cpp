#include "core/runtime/device_mutex.h"

#include <utility>

namespace warpstage::runtime {

void DeviceMutex::begin()
{
    if (++m_locks == 1 && m_is_shared)
        m_gate.stop();
}

void DeviceMutex::lock()
{
    m_mutex.lock();
    begin();
}

bool DeviceMutex::try_lock()
{
    if (!m_mutex.try_lock())
        return false;
    begin();
    return true;
}

void DeviceMutex::unlock()
{
    if (--m_locks == 0 && m_is_shared) {
        m_last_use = Clock::now();
        m_gate.go_on();
    }
    m_mutex.unlock();
}

unsigned DeviceMutex::release()
{
    const unsigned locks = std::exchange(m_locks, 0);
    if (m_is_shared)
        m_gate.go_on();
    for (unsigned i = 0; i < locks; ++i)
        m_mutex.unlock();
    return locks;
}

void DeviceMutex::acquire(unsigned locks)
{
    for (unsigned i = 0; i < locks; ++i)
        m_mutex.lock();
    m_locks = locks;
    if (m_is_shared)
        m_gate.stop();
}

void DeviceMutex::share()
{
    if (m_is_shared)
        return;
    m_is_shared = true;
    m_last_use = Clock::now();
    m_gate.stop();
}

void DeviceMutex::set_beside(bool runs)
{
    m_beside = runs ? std::this_thread::get_id() : std::thread::id {};
    m_beside_since = runs ? Clock::now().time_since_epoch().count() : 0;
}

std::optional<DeviceMutex::Clock::time_point> DeviceMutex::beside_since() const
{
    const Clock::rep since = m_beside_since;
    return since == 0 ? std::nullopt : std::optional { Clock::time_point { Clock::duration { since } } };
}

} // namespace warpstage::runtime

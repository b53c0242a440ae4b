#include "core/simt/run/launch_gate.h"

namespace warpstage::simt {

void LaunchGate::enter()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_stopped; });
    ++m_workers;
}

void LaunchGate::leave()
{
    const std::scoped_lock lock(m_mutex);
    --m_workers;
    m_changed.notify_all();
}

void LaunchGate::wait()
{
    std::unique_lock lock(m_mutex);
    if (!m_stopped)
        return;
    const std::uint64_t before = m_stops;
    ++m_waiting;
    m_changed.notify_all();
    m_changed.wait(lock, [&] { return m_stops != before; });
}

void LaunchGate::stop()
{
    std::unique_lock lock(m_mutex);
    m_stopped = true;
    m_changed.wait(lock, [this] { return m_waiting == m_workers; });
}

void LaunchGate::go_on()
{
    const std::scoped_lock lock(m_mutex);
    m_stopped = false;
    m_waiting = 0;
    ++m_stops;
    m_changed.notify_all();
}

} // namespace warpstage::simt

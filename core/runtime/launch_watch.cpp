#include "core/runtime/launch_watch.h"

#include <utility>

namespace warpstage::runtime {

LaunchWatch::LaunchWatch(std::chrono::milliseconds period, std::function<void(const LaunchRecord&)> write)
    : m_period(period)
    , m_write(std::move(write))
{
}

simt::RunProgress& LaunchWatch::begin(const LaunchRecord& record)
{
    const std::scoped_lock lock(m_mutex);
    m_record = record;
    m_written = false;
    m_begin = std::chrono::steady_clock::now();
    m_progress.ended_blocks = 0;
    if (!m_thread.joinable())
        m_thread = std::jthread([this](const std::stop_token& stop) { watch(stop); });
    return m_progress;
}

bool LaunchWatch::end()
{
    const std::scoped_lock lock(m_mutex);
    if (m_record)
        m_before += std::chrono::steady_clock::now() - m_begin;
    m_record.reset();
    return m_written;
}

void LaunchWatch::watch(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (!m_never.wait_for(lock, stop, m_period, [&] { return stop.stop_requested(); })) {
        const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - m_begin;
        if (!m_record || (time < m_period && m_before + time < m_told + m_period))
            continue;
        m_told = m_before + time;
        m_record->emulated = time;
        m_record->before = m_before;
        m_record->ended_blocks = m_progress.ended_blocks;
        m_write(*m_record);
        m_written = true;
    }
}

} // namespace warpstage::runtime

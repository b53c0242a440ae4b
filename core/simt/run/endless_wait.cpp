#include "core/simt/run/endless_wait.h"

#include <algorithm>

namespace warpstage::simt {

namespace {

constexpr std::uint64_t kLeastWait = 16 * kWaitingSlice; // warp instructions of each of very many blocks

} // namespace

bool WaitingWorkers::wait(std::uint64_t since, bool is_new)
{
    const std::scoped_lock lock(m_mutex);
    if (since != changes())
        return false;
    if (m_since != since) {
        m_since = since;
        m_waiting = 0;
        is_new = true;
    }
    m_waiting += is_new ? 1 : 0;
    return m_waiting == m_workers;
}

void WaitingWorkers::leave(std::uint64_t waiting_since)
{
    const std::scoped_lock lock(m_mutex);
    --m_workers;
    if (waiting_since == m_since && m_waiting > 0)
        --m_waiting;
}

void WaitWatch::begin_turn(const Block& block)
{
    m_turn_start = m_all->changes();
    m_progress = block.progress;
}

bool WaitWatch::end_turn(const Block& block, BlockEnd end, std::size_t suspended, bool can_begin, std::uint64_t max_wait)
{
    const bool waits = end == BlockEnd::suspended && block.waiting_instructions > 0 && block.progress == m_progress;
    if (!waits) {
        m_turns = 0;
        if (end != BlockEnd::trapped)
            m_all->change();
        return false;
    }
    const std::uint64_t long_wait = std::max(max_wait / suspended, kLeastWait);
    if (block.waiting_instructions <= long_wait || can_begin || m_turn_start != m_all->changes()) {
        m_turns = 0;
        return false;
    }
    if (m_turns == 0 || m_since != m_turn_start) {
        m_turns = 0;
        m_since = m_turn_start;
    }
    if (++m_turns < suspended)
        return false;
    const bool is_new = m_said != m_since;
    m_said = m_since;
    return m_all->wait(m_since, is_new);
}

} // namespace warpstage::simt

#include "core/session/walkthrough/cue_walk.h"

#include <utility>

namespace warpstage::session {

void CueWalk::start(std::size_t count)
{
    m_count = count;
    m_index.reset();
    m_asking = false;
}

std::optional<std::size_t> CueWalk::next(const Asks& asks)
{
    if (std::exchange(m_asking, false))
        return m_index; // the answer
    return select(m_index ? *m_index + 1 : 0, asks);
}

std::optional<std::size_t> CueWalk::previous()
{
    if (!m_index || *m_index == 0)
        return std::nullopt;
    m_asking = false;
    --*m_index;
    return m_index;
}

std::optional<std::size_t> CueWalk::select(std::size_t index, const Asks& asks)
{
    if (index >= m_count)
        return std::nullopt;
    m_index = index;
    m_asking = asks(index);
    return m_index;
}

} // namespace warpstage::session

#include "core/simt/run/divergence.h"

#include "core/base/verify.h"

namespace warpstage::simt {

void Divergence::start(LaneMask lanes)
{
    m_paths[0] = { 0, kNever, lanes };
    m_depth = 1;
    m_base = 0;
    m_bases.clear();
    m_living = lanes;
}

void Divergence::part(std::uint32_t target, std::uint32_t next, LaneMask taken, std::uint32_t reconvergence)
{
    Path& top = m_paths[m_depth - 1];
    const LaneMask others = top.lanes & ~taken;
    const std::uint32_t meeting_point = reconvergence == kNever ? top.reconvergence : reconvergence;
    if (meeting_point == top.reconvergence)
        --m_depth; // the path below already waits there; a loop whose lanes leave in different iterations must not grow the stack
    else
        top.pc = meeting_point;
    VERIFY(m_depth + 2 <= m_paths.size());
    if (target != meeting_point)
        m_paths[m_depth++] = { target, meeting_point, taken };
    if (next != meeting_point)
        m_paths[m_depth++] = { next, meeting_point, others };
    drop_empty();
}

void Divergence::meet()
{
    --m_depth;
    drop_empty();
}

void Divergence::retire(LaneMask lanes)
{
    m_living &= ~lanes;
    for (unsigned depth = 0; depth < m_depth; ++depth)
        m_paths[depth].lanes &= ~lanes;
    drop_empty();
}

void Divergence::call(LaneMask lanes, std::uint32_t entry)
{
    m_bases.push_back(m_base);
    m_base = m_depth;
    if (m_paths.size() < m_base + kMaxPaths)
        m_paths.resize((m_base + kMaxPaths) * 2);
    m_paths[m_depth++] = { entry, kNever, lanes };
}

void Divergence::return_lanes(LaneMask lanes)
{
    for (unsigned depth = m_base; depth < m_depth; ++depth)
        m_paths[depth].lanes &= ~lanes;
    drop_empty();
}

void Divergence::leave_function()
{
    VERIFY(function_finished());
    m_base = m_bases.back();
    m_bases.pop_back();
    drop_empty();
}

void Divergence::show(std::span<const Path> paths, LaneMask living)
{
    VERIFY(paths.size() <= m_paths.size());
    m_bases.clear();
    m_base = 0;
    m_depth = 0;
    m_living = living;
    for (const Path& path : paths)
        m_paths[m_depth++] = path;
}

std::uint32_t Divergence::place_below(unsigned base, unsigned lane) const
{
    while (base > 0 && !has_lane(m_paths[base - 1].lanes, lane))
        --base;
    VERIFY(base > 0);
    return m_paths[base - 1].pc;
}

void Divergence::drop_empty()
{
    while (m_depth > m_base && m_paths[m_depth - 1].lanes == 0)
        --m_depth;
}

} // namespace warpstage::simt

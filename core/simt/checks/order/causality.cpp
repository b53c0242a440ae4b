#include "core/simt/checks/order/causality.h"

#include <algorithm>
#include <utility>

namespace warpstage::simt {

Causality::Causality(std::uint32_t warps)
    : m_order(warps)
    , m_warps(warps)
{
}

void Causality::start(std::uint32_t place, std::uint64_t cluster)
{
    m_place = place;
    m_groups = { place, cluster, 0 };
    m_order.meet_all();
    m_own_words.clear();
    if (m_any)
        m_warps.assign(m_warps.size(), WarpState {});
    m_any = false;
}

void Causality::join(WarpState& all, const WarpState& one) const
{
    all.known.add(one.known);
    for (std::size_t scope = 0; scope < kScopes; ++scope) {
        all.fenced[scope].add(one.fenced[scope]);
        all.pending[scope].add(one.pending[scope]);
    }
    all.unfenced.add(one.unfenced);
    // NVIDIA's sample threadFenceReduction has no fence between the ticket and the sum of the last block, but a barrier.
    all.known.add(one.by_atomics);
    all.has_fence = all.has_fence || one.has_fence;
    all.has_pending = all.has_pending || one.has_pending;
}

void Causality::meet_all()
{
    m_order.meet_all();
    m_own_words.clear();
    if (!m_any)
        return;
    WarpState all;
    for (const WarpState& warp : m_warps)
        join(all, warp);
    m_warps.assign(m_warps.size(), all);
}

void Causality::meet(std::span<const std::uint32_t> warps)
{
    m_order.meet(warps);
    if (!m_any)
        return;
    WarpState all;
    for (const std::uint32_t warp : warps)
        join(all, m_warps[warp]);
    for (const std::uint32_t warp : warps) {
        all.fence_time = m_warps[warp].fence_time;
        all.pending_lanes = std::move(m_warps[warp].pending_lanes);
        m_warps[warp] = all;
    }
}

Knowledge Causality::publish(std::uint32_t warp)
{
    m_any = true;
    Knowledge released = m_warps[warp].known;
    ThreadOrder::Times times = m_order.publish(warp);
    released.add(m_place, { m_order.start(), std::move(times) });
    return released;
}

void Causality::learn(std::uint32_t warp, const Knowledge& knowledge)
{
    m_any = true;
    m_warps[warp].known.add(knowledge);
    if (const BlockKnowledge* own = knowledge.find(m_place); own != nullptr && !own->warps.empty())
        m_order.learn(warp, own->warps);
}

void Causality::fence(std::uint32_t warp, Scope scope)
{
    WarpState& state = m_warps[warp];
    for (std::size_t narrower = 0; state.has_pending && narrower <= static_cast<std::size_t>(scope); ++narrower) {
        learn(warp, state.pending[narrower]);
        state.pending[narrower] = {};
    }
    for (const LaneOrder& order : std::exchange(state.pending_lanes, {}))
        m_order.meet_in_turn(warp, order.lanes, order.time);
    const Knowledge released = publish(warp);
    state.fence_time = m_order.now(warp);
    for (std::size_t narrower = 0; narrower <= static_cast<std::size_t>(scope); ++narrower)
        state.fenced[narrower] = released;
    state.has_fence = true;
}

bool Causality::can_skip(std::uint32_t warp, const ReleasedWords& words, const StrongAccess& access) const
{
    if (!words.empty() || access.releases || m_warps[warp].has_fence)
        return false;
    return access.kind == AccessKind::load || !access.is_single;
}

void Causality::access(std::uint32_t warp, ReleasedWords& words, std::uint64_t word, const StrongAccess& access)
{
    WarpState& state = m_warps[warp];
    const auto scope = static_cast<std::size_t>(access.scope);
    if (access.kind != AccessKind::store) {
        if (const ReleasedWord* read = words.find(word); read != nullptr) {
            m_any = true;
            for (const ReleasedWord::Part& part : read->parts) {
                const auto of = static_cast<std::size_t>(part.to.scope);
                if (of > scope || part.to != group_of(of))
                    continue;
                if (access.acquires) {
                    learn(warp, part.knowledge);
                    continue;
                }
                state.pending[of].add(part.knowledge);
                state.has_pending = true;
                if (access.kind == AccessKind::atomic)
                    state.by_atomics.add(part.knowledge);
            }
            state.unfenced.add(read->unfenced);
        }
    }
    if (access.kind == AccessKind::load)
        return;
    const bool releases_alone = !access.releases && !state.has_fence && access.is_single;
    if (!access.releases && !state.has_fence && !access.is_single && words.find(word) == nullptr)
        return;
    ReleasedWord& written = words.at(word);
    if (access.kind == AccessKind::store) {
        written.parts.clear();
        written.unfenced = {};
    }
    if (releases_alone) {
        written.unfenced.add(publish(warp));
        return;
    }
    const Knowledge released = access.releases ? publish(warp) : Knowledge {};
    for (std::size_t narrower = 0; narrower <= scope; ++narrower) {
        const Knowledge& knowledge = access.releases ? released : state.fenced[narrower];
        if (!knowledge.empty())
            written.release(group_of(narrower), knowledge);
    }
    if (access.kind == AccessKind::atomic && lane_count(access.lanes) > 1)
        order_lanes(warp, access);
}

void Causality::order_lanes(std::uint32_t warp, const StrongAccess& access)
{
    constexpr std::size_t kMaxPending = 64; // of atomic operations between two fences
    WarpState& state = m_warps[warp];
    const std::uint32_t released = access.releases ? m_order.now(warp) : state.fence_time;
    if (access.acquires)
        m_order.meet_in_turn(warp, access.lanes, released);
    else if (state.pending_lanes.size() < kMaxPending)
        state.pending_lanes.push_back({ access.lanes, released });
}

bool Causality::lacks_fence(std::uint32_t warp, std::uint32_t block, std::uint32_t time, std::uint32_t its_warp) const
{
    return m_warps[warp].unfenced.covers(block, time, its_warp) || has_read(warp, block, time, its_warp);
}

bool Causality::has_read(std::uint32_t warp, std::uint32_t block, std::uint32_t time, std::uint32_t its_warp) const
{
    return std::ranges::any_of(
        m_warps[warp].pending, [&](const Knowledge& pending) { return pending.covers(block, time, its_warp); });
}

} // namespace warpstage::simt

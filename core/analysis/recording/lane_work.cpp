#include "core/analysis/recording/lane_work.h"

#include <algorithm>
#include <array>
#include <optional>

namespace warpstage::analysis {

namespace {

constexpr std::size_t kFarthest = 4096; // trace entries from one store to the next
constexpr std::size_t kMaxPerLane = 4; // operands: more than this is not a tree

const simt::Access* shared_access(const trace::Trace& trace, std::size_t step)
{
    const auto* access = trace.access_of(trace.steps[step]);
    return access != nullptr && access->space == ptx::StateSpace::shared ? access : nullptr;
}

bool stores(const simt::Access* access)
{
    return access != nullptr && access->kind != simt::AccessKind::load;
}

} // namespace

std::vector<OperandPair> edges_at(const trace::Trace& trace, std::size_t step, std::size_t element_bytes)
{
    if (step >= trace.gapless)
        return {};
    const auto warp = trace.steps[step].warp;
    const auto epoch = trace.steps[step].epoch;
    const auto same = [&](std::size_t i) {
        return trace.steps[i].warp == warp && trace.steps[i].epoch == epoch;
    };
    // The store that ends the operation of which the step is part.
    std::optional<std::size_t> end;
    for (std::size_t i = step; i < std::min(trace.gapless, step + kFarthest) && !end; ++i) {
        if (same(i) && stores(shared_access(trace, i)))
            end = i;
    }
    if (!end)
        return {};
    const auto& store = *shared_access(trace, *end);
    std::vector<OperandPair> edges;
    std::array<std::size_t, kMaxLanes> brought {};
    for (std::size_t i = *end; i-- > 0 && *end - i < kFarthest;) {
        if (!same(i))
            continue;
        const auto* access = shared_access(trace, i);
        if (stores(access))
            break;
        if (access == nullptr)
            continue;
        for (std::uint32_t lane = 0; lane < kMaxLanes; ++lane) {
            if ((access->lanes & store.lanes) >> lane & 1U) {
                if (++brought.at(lane) > kMaxPerLane)
                    return {};
                edges.push_back({ static_cast<std::uint32_t>(access->addresses.at(lane) / element_bytes),
                    static_cast<std::uint32_t>(store.addresses.at(lane) / element_bytes) });
            }
        }
    }
    return edges;
}

std::vector<std::vector<LaneMask>> working_lanes(const trace::Trace& trace)
{
    std::vector<std::vector<LaneMask>> iterations;
    for (std::size_t i = 0; i < trace.gapless; ++i) {
        const auto& step = trace.steps[i];
        const auto* access = trace.access_of(step);
        if (access == nullptr || step.warp >= trace.warps || step.epoch >= kMaxWorkingLanes / trace.warps)
            continue;
        if (iterations.size() <= step.epoch)
            iterations.resize(step.epoch + std::size_t { 1 }, std::vector<LaneMask>(trace.warps));
        iterations[step.epoch][step.warp] |= access->lanes;
    }
    return iterations;
}

} // namespace warpstage::analysis

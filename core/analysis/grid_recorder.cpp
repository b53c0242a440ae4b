#include "core/analysis/grid_recorder.h"

#include <utility>

namespace warpstage::analysis {

namespace {

// Requests whose addresses differ by a common multiple of it cost the same. From CC 5.0 on, in shared memory that of the banks:
// 32 of 4 bytes; in other memories that of a sector, and words are smaller.
trace::PatternCount::Alignment alignment_of(const arch::Traits& traits)
{
    const bool has_small_units =
        traits.global_rule == arch::GlobalRule::sectors && traits.shared_rule == arch::SharedRule::merging_phases;
    if (!has_small_units)
        return {};
    return { .shared = std::uint64_t { traits.shared_banks } * traits.bank_bytes, .others = traits.sector_bytes };
}

} // namespace

GridRecorder::GridRecorder(const ptx::Listing& listing, const arch::Traits& traits, std::uint32_t warp_width,
    std::uint32_t warps_of_block, trace::PatternLimits limits)
    : m_listing(&listing)
    , m_traits(&traits)
    , m_overflow(listing.size())
    , m_totals(
          listing.size(), warp_width, warps_of_block, limits,
          [this](std::uint32_t pc, const simt::Access& access) {
              add_access(m_overflow[pc], *m_instructions[pc], access, 1, *m_traits);
          },
          alignment_of(traits))
{
    for (std::uint32_t pc = 0; pc < listing.size(); ++pc)
        m_instructions.push_back(listing.find(pc));
}

KernelReport GridRecorder::take(std::uint64_t blocks)
{
    const auto overflow = std::exchange(m_overflow, std::vector<InstructionReport>(m_listing->size()));
    auto report = report_kernel(*m_listing, m_totals.take(), *m_traits, overflow);
    report.blocks = blocks;
    return report;
}

} // namespace warpstage::analysis

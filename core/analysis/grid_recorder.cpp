#include "core/analysis/grid_recorder.h"

#include <utility>

namespace warpstage::analysis {

GridRecorder::GridRecorder(const ptx::Listing& listing, const arch::Traits& traits, std::uint32_t warp_width,
    std::uint32_t warps_of_block, trace::PatternLimits limits)
    : m_listing(&listing)
    , m_traits(&traits)
    , m_overflow(listing.size())
    , m_totals(listing.size(), warp_width, warps_of_block, limits, [this](std::uint32_t pc, const simt::Access& access) {
        add_access(m_overflow[pc], m_listing->instruction(pc), access, 1, *m_traits);
    })
{
}

KernelReport GridRecorder::take(std::uint64_t blocks)
{
    const auto overflow = std::exchange(m_overflow, std::vector<InstructionReport>(m_listing->size()));
    auto report = report_kernel(*m_listing, m_totals.take(), *m_traits, overflow);
    report.blocks = blocks;
    return report;
}

} // namespace warpstage::analysis

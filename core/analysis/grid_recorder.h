// Sums over every block of a launch, for one architecture: what a hardware counter of the whole launch is held against.
#pragma once

#include "core/analysis/kernel_report.h"
#include "core/trace/totals_recorder.h"

#include <cstdint>
#include <vector>

namespace warpstage::analysis {

class GridRecorder {
public:
    // `listing` and `traits` must outlive it. Access patterns beyond `limits` are judged one by one as they come, so that the
    // report is complete however many there are.
    GridRecorder(const ptx::Listing& listing, const arch::Traits& traits, std::uint32_t warp_width, std::uint32_t warps_of_block,
        trace::PatternLimits limits = {});
    GridRecorder(const GridRecorder&) = delete;
    GridRecorder& operator=(const GridRecorder&) = delete;
    ~GridRecorder() = default;

    [[nodiscard]] simt::Observer& observer() { return m_totals; }

    // Of what was observed so far; nothing is afterwards.
    [[nodiscard]] KernelReport take(std::uint64_t blocks);

private:
    const ptx::Listing* m_listing;
    const arch::Traits* m_traits;
    std::vector<InstructionReport> m_overflow; // by program counter: what found no room as a pattern
    trace::TotalsRecorder m_totals;
};

} // namespace warpstage::analysis

// Sums over every block of a launch, for one architecture, for comparison with hardware counters of the whole launch.
#pragma once

#include "core/analysis/kernel_report.h"
#include "core/trace/totals_recorder.h"

#include <cstdint>
#include <vector>

namespace warpstage::analysis {

class GridRecorder {
public:
    // `listing` and `traits` must outlive it. Access patterns beyond `limits` are evaluated immediately one by one, so that the
    // report is complete regardless of their number.
    GridRecorder(const ptx::Listing& listing, const arch::Traits& traits, std::uint32_t warp_width, std::uint32_t warps_of_block,
        trace::PatternLimits limits = {});
    GridRecorder(const GridRecorder&) = delete;
    GridRecorder& operator=(const GridRecorder&) = delete;
    ~GridRecorder() = default;

    [[nodiscard]] trace::TotalsRecorder& observer() { return m_totals; }

    // The report of all blocks observed so far. Nothing may be observed afterward.
    [[nodiscard]] KernelReport take(std::uint64_t blocks);

private:
    const ptx::Listing* m_listing;
    const arch::Traits* m_traits;
    std::vector<const ptx::Instruction*> m_instructions; // by program counter; null: none
    std::vector<InstructionReport> m_overflow; // by program counter: accesses beyond the limit of patterns
    trace::TotalsRecorder m_totals;
};

} // namespace warpstage::analysis

// Sums over every block of a launch, for one architecture, for comparison with hardware counters of the whole launch.
#pragma once

#include "core/analysis/kernel_report.h"
#include "core/base/lane_rows.h"
#include "core/simt/summing_observer.h"
#include "core/trace/totals_recorder.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace warpstage::analysis {

// Evaluates each request at once. Below CC 5.0, where that takes long, it counts the requests with the same access pattern first.
class GridRecorder final : public simt::SummingObserver {
public:
    // `listing` and `traits` must outlive it. Access patterns beyond `limits` are evaluated immediately one by one, so that the
    // report is complete regardless of their number.
    GridRecorder(const ptx::Listing& listing, const arch::Traits& traits, std::uint32_t warp_width, std::uint32_t warps_of_block,
        trace::PatternLimits limits = {});

    void on_access(const simt::Step& step, const simt::Access& access) override;
    bool on_addresses(const simt::Step& step, const simt::AddressRow& row) override;
    [[nodiscard]] bool counts_requests() const override { return true; }
    void on_requests(std::uint32_t pc, const simt::AddressRow& row, std::uint64_t count) override;
    void on_barrier(std::uint64_t /*block*/) override { }

    // The report of all blocks observed so far. Nothing may be observed afterward.
    [[nodiscard]] KernelReport take(std::uint64_t blocks);

private:
    // An instruction with requests that have been evaluated.
    struct Site {
        const ptx::Instruction* instruction = nullptr;
        KnownRow last;
        InstructionReport report;
    };
    [[nodiscard]] Site& site_of(std::uint32_t pc) { return m_sites[pc] != nullptr ? *m_sites[pc] : new_site(pc); }
    [[nodiscard]] Site& new_site(std::uint32_t pc);

    const ptx::Listing* m_listing;
    const arch::Traits* m_traits;
    std::uint32_t m_warp_width;
    std::uint32_t m_warps;
    std::vector<std::unique_ptr<Site>> m_sites; // by program counter; null: none
    std::optional<trace::TotalsRecorder> m_patterns; // of the other requests; none: all are evaluated at once
};

} // namespace warpstage::analysis

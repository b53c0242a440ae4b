#include "core/analysis/grid_recorder.h"

#include "core/analysis/request_counts.h"
#include "core/arch/row_counts.h"

#include <utility>

namespace warpstage::analysis {

GridRecorder::GridRecorder(const ptx::Listing& listing, const arch::Traits& traits, std::uint32_t warp_width,
    std::uint32_t warps_of_block, trace::PatternLimits limits)
    : SummingObserver(listing.size())
    , m_listing(&listing)
    , m_traits(&traits)
    , m_warp_width(warp_width)
    , m_warps(warps_of_block)
    , m_sites(listing.size())
{
    if (!arch::counts_rows(traits))
        m_patterns.emplace(
            listing.size(), warp_width, warps_of_block, limits, [this](std::uint32_t pc, const simt::Access& access) {
                Site& site = site_of(pc);
                add_access(site.report, *site.instruction, access, 1, *m_traits);
            });
}

GridRecorder::Site& GridRecorder::new_site(std::uint32_t pc)
{
    m_sites[pc] = std::make_unique<Site>();
    m_sites[pc]->instruction = m_listing->find(pc);
    return *m_sites[pc];
}

void GridRecorder::on_access(const simt::Step& step, const simt::Access& access)
{
    if (access.lanes == 0) // false guard in all lanes: no request
        return;
    if (m_patterns) {
        m_patterns->on_access(step, access);
    } else {
        Site& site = site_of(step.pc);
        add_access(site.report, *site.instruction, access, 1, *m_traits);
    }
    if (follows(step.pc))
        watch()->on_access(step, access);
}

bool GridRecorder::on_addresses(const simt::Step& step, const simt::AddressRow& row)
{
    bool counted = false;
    if (m_patterns) {
        counted = m_patterns->on_addresses(step, row);
    } else {
        Site& site = site_of(step.pc);
        counted = add_row(site.report, *site.instruction, row, 1, *m_traits, &site.last);
    }
    if (counted && follows(step.pc))
        watch()->on_addresses(step, row);
    return counted;
}

void GridRecorder::on_requests(std::uint32_t pc, const simt::AddressRow& row, std::uint64_t count)
{
    Site& site = site_of(pc);
    if (!add_row(site.report, *site.instruction, row, count, *m_traits, nullptr))
        add_access(site.report, *site.instruction, access_of(row), count, *m_traits);
}

KernelReport GridRecorder::take(std::uint64_t blocks)
{
    take_counters();
    const auto sites = std::exchange(m_sites, std::vector<std::unique_ptr<Site>>(m_listing->size()));
    std::vector<const InstructionReport*> requests;
    for (const auto& site : sites)
        requests.push_back(site == nullptr ? nullptr : &site->report);
    trace::Totals totals;
    if (m_patterns)
        totals = m_patterns->take();
    totals.block = block();
    totals.warp_width = m_warp_width;
    totals.warps = m_warps;
    totals.instructions.resize(m_listing->size());
    const std::vector<simt::StepSums> sums = take_sums();
    for (std::size_t pc = 0; pc < sums.size(); ++pc)
        static_cast<simt::StepSums&>(totals.instructions[pc]) = sums[pc];
    auto report = report_kernel(*m_listing, totals, *m_traits, requests);
    report.blocks = blocks;
    return report;
}

} // namespace warpstage::analysis

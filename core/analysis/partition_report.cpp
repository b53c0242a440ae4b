#include "core/analysis/partition_report.h"

#include "core/arch/coalescing.h"

#include <fmt/format.h>

#include <map>

namespace warpstage::analysis {

namespace {

// From here on it is called camping.
constexpr double kUneven = 1.5;

arch::GlobalRequest request_of(const simt::Access& access)
{
    const auto operation = access.kind == simt::AccessKind::load ? arch::GlobalOperation::load : arch::GlobalOperation::store;
    return { access.bytes, access.lanes, access.addresses, operation };
}

} // namespace

std::vector<PartitionReport> partition_reports(const trace::Trace& trace, const arch::Traits& traits)
{
    std::map<std::uint32_t, std::vector<arch::Transaction>> transactions; // by pc
    for (const auto& step : trace.steps) {
        const auto* const access = trace.access_of(step);
        if (access == nullptr || access->space != ptx::StateSpace::global)
            continue;
        const auto served = arch::serve_global(traits, request_of(*access));
        auto& all = transactions[step.pc];
        all.insert(all.end(), served.transactions.begin(), served.transactions.end());
    }
    std::vector<PartitionReport> reports;
    for (const auto& [pc, all] : transactions) {
        auto use = arch::partition_use(traits, all);
        if (!use.bytes.empty())
            reports.push_back({ pc, std::move(use) });
    }
    return reports;
}

std::string to_text(const std::vector<PartitionReport>& reports, const ptx::Listing& listing)
{
    std::string text;
    for (const auto& report : reports) {
        const auto& instruction = listing.instruction(report.pc);
        text += fmt::format("line {} {}: {} of {} partitions, {:.1f} times an even spread{}\n", instruction.location.line,
            instruction.text.substr(0, instruction.text.find(' ')), report.use.busy(), report.use.bytes.size(),
            report.use.imbalance(), report.use.imbalance() >= kUneven ? ": partition camping" : "");
    }
    return text;
}

} // namespace warpstage::analysis

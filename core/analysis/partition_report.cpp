#include "core/analysis/partition_report.h"

#include "core/analysis/requests.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace warpstage::analysis {

namespace {

// From here on it is called camping.
constexpr double kUneven = 1.5;

} // namespace

std::vector<PartitionReport> partition_reports(const trace::Trace& trace, const ptx::Listing& listing, const arch::Traits& traits)
{
    struct Requests {
        std::uint32_t pc = 0;
        std::vector<arch::Transaction> transactions;
    };
    std::map<std::tuple<std::uint32_t, std::uint32_t, simt::AccessKind>, Requests> requests; // by file, line and kind
    for (const auto& step : trace.steps) {
        const auto* const access = trace.access_of(step);
        if (access == nullptr || access->space != ptx::StateSpace::global)
            continue;
        const auto served = arch::serve_global(traits, global_request_of(*access));
        const auto& location = listing.instruction(step.pc).location;
        auto [found, added] = requests.try_emplace({ location.file, location.line, access->kind }, Requests { step.pc, {} });
        found->second.pc = std::min(found->second.pc, step.pc);
        auto& all = found->second.transactions;
        all.insert(all.end(), served.transactions.begin(), served.transactions.end());
    }
    std::vector<PartitionReport> reports;
    for (const auto& [place, all] : requests) {
        auto use = arch::partition_use(traits, all.transactions);
        if (!use.bytes.empty())
            reports.push_back({ all.pc, std::move(use) });
    }
    std::ranges::sort(reports, {}, &PartitionReport::pc);
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

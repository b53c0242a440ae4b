#include "core/analysis/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace warpstage::analysis {

namespace {

constexpr double kSame = 1.0; // percent: up to this difference, counts of requests or instructions are considered equal

std::optional<double> measured_value(const Metric& metric, const Measurement& measured)
{
    double sum = 0.0;
    for (const auto counter : metric.counters) {
        if (counter.empty())
            continue;
        const auto found = measured.find(counter);
        if (found == measured.end())
            return std::nullopt;
        sum += found->second;
    }
    return sum;
}

double difference_of(double predicted, double measured)
{
    if (predicted == measured)
        return 0.0;
    return measured == 0.0 ? std::numeric_limits<double>::infinity() : 100.0 * (predicted - measured) / measured;
}

const Comparison* find(const std::vector<Comparison>& all, std::string_view id)
{
    const auto found = std::ranges::find_if(all, [&](const Comparison& one) { return one.metric->id == id; });
    return found == all.end() ? nullptr : &*found;
}

bool differs(const Comparison* comparison)
{
    return comparison != nullptr && std::abs(comparison->difference) > kSame;
}

// The reason if wavefronts or sectors differ because the number of requests differs.
std::string reason_of_requests(const Comparison* requests)
{
    if (!differs(requests))
        return {};
    const auto [predicted, measured] = std::pair { requests->predicted, requests->measured };
    return fmt::format("The machine code makes {:.0f} requests, the PTX {:.0f}: the assembler {}.", measured, predicted,
        measured < predicted ? "combined accesses or kept values in registers" : "split or repeated accesses");
}

std::string reason_for(const Comparison& comparison, const std::vector<Comparison>& all)
{
    const auto id = comparison.metric->id;
    const double tolerance = comparison.metric->tolerance > 0.0 ? comparison.metric->tolerance : kSame;
    if (std::abs(comparison.difference) <= tolerance)
        return {};
    const bool fewer = comparison.measured < comparison.predicted;
    if (id == "instructions")
        return "The prediction counts PTX instructions; the machine code has different instructions.";
    if (id == "branches" && fewer)
        return "The assembler replaced branches with predicated instructions or unrolled loops.";
    if (id == "branches")
        return "The hardware also counts branches that the assembler added.";
    if (id == "divergent_targets" && fewer)
        return "The assembler replaced short branches with predicated instructions, which do not count as divergent.";
    if (id == "branch_efficiency" && differs(find(all, "branches")))
        return "The machine code has different branches than the PTX.";
    if (id == "wavefronts" && !fewer && !differs(find(all, "shared_requests")))
        return "The counter also counts wavefronts that lost arbitration for the data stage.";
    if (id == "wavefronts")
        return reason_of_requests(find(all, "shared_requests"));
    if (id == "sectors")
        return reason_of_requests(find(all, "global_requests"));
    if ((id == "shared_requests" || id == "global_requests") && fewer)
        return "The assembler combined accesses or kept values in registers.";
    if (id == "active_threads" && differs(find(all, "divergent_targets")))
        return "The assembler replaced branches with predicated instructions: more threads are active, some of them predicated "
               "off.";
    const auto* const branches = find(all, "branches");
    if (id == "active_threads_pred_on" && fewer && differs(branches) && branches->measured < branches->predicted)
        return "The assembler replaced branches with predicated instructions: warps that skip the code execute it with all "
               "threads predicated off.";
    if (id.starts_with("active_threads") && differs(find(all, "instructions")))
        return "An average over instructions; the machine code has different instructions than the PTX.";
    return {};
}

} // namespace

std::vector<Comparison> compare(const KernelReport& predicted, const Measurement& measured)
{
    std::vector<Comparison> all;
    for (const Metric& metric : all_metrics()) {
        const auto value = metric.counted() ? measured_value(metric, measured) : std::nullopt;
        if (!value)
            continue;
        Comparison comparison;
        comparison.metric = &metric;
        comparison.predicted = metric.value(predicted.total);
        comparison.measured = *value;
        comparison.difference = difference_of(comparison.predicted, comparison.measured);
        comparison.agrees = metric.tolerance == 0.0 || std::abs(comparison.difference) <= metric.tolerance;
        all.push_back(std::move(comparison));
    }
    for (Comparison& comparison : all)
        comparison.reason = reason_for(comparison, all);
    return all;
}

} // namespace warpstage::analysis

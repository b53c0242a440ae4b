#include "core/bench/agreement.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

namespace warpstage::bench {

namespace {

double median_of(std::vector<double> values)
{
    std::ranges::sort(values);
    const auto middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

int order_of(double a, double b)
{
    return a < b ? -1 : (a > b ? 1 : 0);
}

// The order of two measurements; 0 if their samples overlap and overlaps are considered.
enum class Overlap : std::uint8_t { counts, ignored };

int measured_order(const TimePair& a, const TimePair& b, Overlap overlap)
{
    const auto low = [](const TimePair& pair) {
        return pair.measured_minimum > 0.0 ? pair.measured_minimum : pair.measured;
    };
    const auto high = [](const TimePair& pair) {
        return pair.measured_maximum > 0.0 ? pair.measured_maximum : pair.measured;
    };
    if (overlap == Overlap::counts && low(a) <= high(b) && low(b) <= high(a))
        return 0;
    return order_of(a.measured, b.measured);
}

// Kendall (1945), "The treatment of ties in ranking problems". Nothing if all values of one side are equal.
std::optional<double> kendall_tau(const std::vector<TimePair>& pairs, Overlap overlap)
{
    double sum = 0.0;
    double measured_orders = 0.0;
    double estimated_orders = 0.0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        for (std::size_t j = i + 1; j < pairs.size(); ++j) {
            const int measured = measured_order(pairs[i], pairs[j], overlap);
            if (overlap == Overlap::counts && measured == 0)
                continue;
            const int estimated = order_of(pairs[i].estimated, pairs[j].estimated);
            sum += measured * estimated;
            measured_orders += std::abs(measured);
            estimated_orders += std::abs(estimated);
        }
    }
    if (measured_orders == 0.0)
        return std::nullopt;
    // If all estimates are equal, the correlation is 0.
    return estimated_orders == 0.0 ? 0.0 : sum / std::sqrt(measured_orders * estimated_orders);
}

} // namespace

double relative_error(const TimePair& pair)
{
    return pair.estimated / pair.measured - 1.0;
}

Agreement agreement_of(std::span<const TimePair> pairs)
{
    Agreement agreement;
    std::vector<double> errors;
    std::size_t within = 0;
    std::vector<std::pair<std::string, std::vector<TimePair>>> groups;
    for (const auto& pair : pairs) {
        if (!(pair.measured > 0.0) || !(pair.estimated > 0.0))
            continue;
        errors.push_back(std::abs(relative_error(pair)));
        within += std::max(pair.estimated / pair.measured, pair.measured / pair.estimated) <= kAgreementFactor ? 1U : 0U;
        auto group = std::ranges::find(groups, pair.group, &std::pair<std::string, std::vector<TimePair>>::first);
        if (group == groups.end())
            group = groups.insert(groups.end(), { pair.group, {} });
        group->second.push_back(pair);
    }
    agreement.pairs = errors.size();
    if (errors.empty())
        return agreement;
    agreement.within_factor = static_cast<double>(within) / static_cast<double>(errors.size());
    agreement.median_error = median_of(std::move(errors));
    for (const auto& [group, members] : groups) {
        if (const auto tau = kendall_tau(members, Overlap::ignored)) {
            const auto resolved = kendall_tau(members, Overlap::counts);
            agreement.orders.push_back({ group, members.size(), *tau, resolved });
            agreement.mean_tau += *tau;
            agreement.mean_resolved_tau += resolved.value_or(0.0);
            agreement.resolved += resolved ? 1U : 0U;
        }
    }
    if (!agreement.orders.empty())
        agreement.mean_tau /= static_cast<double>(agreement.orders.size());
    if (agreement.resolved > 0)
        agreement.mean_resolved_tau /= static_cast<double>(agreement.resolved);
    return agreement;
}

} // namespace warpstage::bench

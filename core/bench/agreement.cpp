#include "core/bench/agreement.h"

#include <algorithm>
#include <cmath>
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

// Kendall (1945), "The treatment of ties in ranking problems". Nothing where one side has no order.
std::optional<double> kendall_tau(const std::vector<TimePair>& pairs)
{
    double sum = 0.0;
    double measured_orders = 0.0;
    double estimated_orders = 0.0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        for (std::size_t j = i + 1; j < pairs.size(); ++j) {
            const int measured = order_of(pairs[i].measured, pairs[j].measured);
            const int estimated = order_of(pairs[i].estimated, pairs[j].estimated);
            sum += measured * estimated;
            measured_orders += std::abs(measured);
            estimated_orders += std::abs(estimated);
        }
    }
    if (measured_orders == 0.0)
        return std::nullopt;
    // Estimates that are all equal have the order of nothing.
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
        if (const auto tau = kendall_tau(members)) {
            agreement.orders.push_back({ group, members.size(), *tau });
            agreement.mean_tau += *tau;
        }
    }
    if (!agreement.orders.empty())
        agreement.mean_tau /= static_cast<double>(agreement.orders.size());
    return agreement;
}

} // namespace warpstage::bench

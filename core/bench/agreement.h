// Agreement of estimated with measured times.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpstage::bench {

struct TimePair {
    std::string group; // group within which the order is compared: the lesson
    double measured = 0.0; // seconds, greater than 0
    double estimated = 0.0;
    double measured_minimum = 0.0; // of the samples; 0: as `measured`
    double measured_maximum = 0.0;
};

// estimated / measured - 1.
[[nodiscard]] double relative_error(const TimePair& pair);

// Kendall's rank correlation tau-b of the order within a group: 1 for equal orders, -1 for reversed ones.
struct GroupOrder {
    std::string group;
    std::size_t pairs = 0;
    double tau = 0.0; // from the medians
    // From the pairs whose measured samples do not overlap, because the order of the others is unknown. Nothing: all overlap.
    std::optional<double> resolved_tau {};

    bool operator==(const GroupOrder&) const = default;
};

inline constexpr double kAgreementFactor = 1.6;

struct Agreement {
    std::size_t pairs = 0; // 0: the other members are not set
    double median_error = 0.0; // of the absolute relative errors
    double within_factor = 0.0; // share of the pairs within kAgreementFactor in either direction, 0 to 1
    // Groups with at least two pairs whose times are not all equal, in the order of their first pairs.
    std::vector<GroupOrder> orders;
    double mean_tau = 0.0; // mean of `orders`; 0 if empty
    std::size_t resolved = 0; // orders with a resolved_tau
    double mean_resolved_tau = 0.0;
};

// Pairs without a positive time on both sides are omitted.
[[nodiscard]] Agreement agreement_of(std::span<const TimePair> pairs);

} // namespace warpstage::bench

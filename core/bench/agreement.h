// How well estimated times agree with measured ones.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpstage::bench {

struct TimePair {
    std::string group; // within which the order counts: the lesson
    double measured = 0.0; // seconds, more than 0
    double estimated = 0.0;
    double measured_minimum = 0.0; // of the samples; 0: as `measured`
    double measured_maximum = 0.0;
};

// estimated / measured - 1.
[[nodiscard]] double relative_error(const TimePair& pair);

// Kendall's rank correlation tau-b of the order within a group: 1 where both orders are the same, -1 where they are reversed.
struct GroupOrder {
    std::string group;
    std::size_t pairs = 0;
    double tau = 0.0; // by the medians
    // By the pairs whose measured samples do not overlap: the order of the others is not known. Nothing: all overlap.
    std::optional<double> resolved_tau {};

    bool operator==(const GroupOrder&) const = default;
};

inline constexpr double kAgreementFactor = 1.6;

struct Agreement {
    std::size_t pairs = 0; // 0: nothing below
    double median_error = 0.0; // of the absolute relative errors
    double within_factor = 0.0; // part of the pairs within kAgreementFactor in either direction, 0 to 1
    // Groups with at least two pairs whose times are not all equal, in the order of their first pairs.
    std::vector<GroupOrder> orders;
    double mean_tau = 0.0; // of `orders`; 0 without any
    std::size_t resolved = 0; // orders with a resolved_tau
    double mean_resolved_tau = 0.0;
};

// Pairs without a positive time on both sides are left out.
[[nodiscard]] Agreement agreement_of(std::span<const TimePair> pairs);

} // namespace warpstage::bench

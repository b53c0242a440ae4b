// Matrix products on the processor: the host variant and the reference of a check.
#pragma once

#include "core/problem/difference.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace warpstage::problem {

// c = a b on one core, all n x n, row-major. After a request by `stop` it returns with the completed rows.
void multiply_on_host(
    std::span<const float> a, std::span<const float> b, std::span<float> c, std::size_t n, const std::stop_token& stop);
void multiply_on_host(
    std::span<const double> a, std::span<const double> b, std::span<double> c, std::size_t n, const std::stop_token& stop);

// The same with the lecture's loops: each element of c is the product of a row of a and a row of b transposed.
void multiply_as_printed(
    std::span<const float> a, std::span<const float> bt, std::span<float> c, std::size_t n, const std::stop_token& stop);
void multiply_as_printed(
    std::span<const double> a, std::span<const double> bt, std::span<double> c, std::size_t n, const std::stop_token& stop);

// Rows to check: all of a small matrix, otherwise the first, the last and random ones, in ascending order.
[[nodiscard]] std::vector<std::size_t> sampled_rows(std::size_t n, std::uint64_t seed);

// The largest |c - r| / s over those rows, where r is the product in double precision and s the sum of the products' magnitudes:
// the rounding error of a sum is bounded in this measure. Infinite if an element is NaN.
struct ProductErrors {
    double largest = 0.0;
    std::optional<Difference> first; // the first element with an error above the tolerance; without the buffer's name
};

[[nodiscard]] ProductErrors product_errors(std::span<const float> a, std::span<const float> b, std::span<const float> c,
    std::size_t n, std::span<const std::size_t> rows, double tolerance);
[[nodiscard]] ProductErrors product_errors(std::span<const double> a, std::span<const double> b, std::span<const double> c,
    std::size_t n, std::span<const std::size_t> rows, double tolerance);

} // namespace warpstage::problem

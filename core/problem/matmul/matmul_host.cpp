#include "core/problem/matmul/matmul_host.h"

#include "core/problem/buffers/generator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace warpstage::problem {

namespace {

// A row of c is the sum of rows of b, which are contiguous in memory.
template <typename T>
void multiply(std::span<const T> a, std::span<const T> b, std::span<T> c, std::size_t n, const std::stop_token& stop)
{
    for (std::size_t row = 0; row < n && !stop.stop_requested(); ++row) {
        T* const sums = c.data() + row * n;
        std::fill_n(sums, n, T { 0 });
        for (std::size_t k = 0; k < n; ++k) {
            const T factor = a[row * n + k];
            const T* const line = b.data() + k * n;
            for (std::size_t column = 0; column < n; ++column)
                sums[column] += factor * line[column];
        }
    }
}

// Exactly the inner loops of the lecture's listing: the sum is kept in c.
template <typename T>
void multiply_printed(std::span<const T> a, std::span<const T> bt, std::span<T> c, std::size_t n, const std::stop_token& stop)
{
    for (std::size_t row = 0; row < n && !stop.stop_requested(); ++row) {
        for (std::size_t column = 0; column < n; ++column) {
            c[column + row * n] = T { 0 };
            for (std::size_t k = 0; k < n; ++k)
                c[column + row * n] += a[k + row * n] * bt[k + column * n];
        }
    }
}

template <typename T>
ProductErrors errors_of(std::span<const T> a, std::span<const T> b, std::span<const T> c, std::size_t n,
    std::span<const std::size_t> rows, double tolerance)
{
    ProductErrors errors;
    Difference first { .columns = n, .compared = rows.size() * n };
    std::vector<double> sums(n);
    std::vector<double> magnitudes(n);
    for (const auto row : rows) {
        std::fill(sums.begin(), sums.end(), 0.0);
        std::fill(magnitudes.begin(), magnitudes.end(), 0.0);
        for (std::size_t k = 0; k < n; ++k) {
            const auto factor = static_cast<double>(a[row * n + k]);
            const T* const line = b.data() + k * n;
            for (std::size_t column = 0; column < n; ++column) {
                const double product = factor * static_cast<double>(line[column]);
                sums[column] += product;
                magnitudes[column] += std::abs(product);
            }
        }
        for (std::size_t column = 0; column < n; ++column) {
            const auto found = static_cast<double>(c[row * n + column]);
            const double scale = std::max(magnitudes[column], std::numeric_limits<double>::min());
            const double error = std::abs(found - sums[column]) / scale;
            errors.largest = std::isfinite(error) ? std::max(errors.largest, error) : std::numeric_limits<double>::infinity();
            if (error <= tolerance || first.count++ != 0)
                continue;
            first.index = row * n + column;
            set_numbers(first, found, sums[column]);
        }
    }
    if (first.count != 0)
        errors.first = std::move(first);
    return errors;
}

} // namespace

void multiply_on_host(
    std::span<const float> a, std::span<const float> b, std::span<float> c, std::size_t n, const std::stop_token& stop)
{
    multiply(a, b, c, n, stop);
}

void multiply_on_host(
    std::span<const double> a, std::span<const double> b, std::span<double> c, std::size_t n, const std::stop_token& stop)
{
    multiply(a, b, c, n, stop);
}

void multiply_as_printed(
    std::span<const float> a, std::span<const float> bt, std::span<float> c, std::size_t n, const std::stop_token& stop)
{
    multiply_printed(a, bt, c, n, stop);
}

void multiply_as_printed(
    std::span<const double> a, std::span<const double> bt, std::span<double> c, std::size_t n, const std::stop_token& stop)
{
    multiply_printed(a, bt, c, n, stop);
}

std::vector<std::size_t> sampled_rows(std::size_t n, std::uint64_t seed)
{
    constexpr std::size_t kAll = 512; // number of rows up to which all are checked
    std::vector<std::size_t> rows;
    if (n <= kAll) {
        rows.resize(n);
        std::iota(rows.begin(), rows.end(), 0U);
        return rows;
    }
    // About the same work for every n: at most four billion products.
    const std::size_t wanted =
        static_cast<std::size_t>(std::clamp<std::uint64_t>((std::uint64_t { 1 } << 32) / (std::uint64_t { n } * n), 8, 256));
    Generator generator { seed };
    rows = { 0, n - 1 };
    while (rows.size() < wanted)
        rows.push_back(generator.next() % n);
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

ProductErrors product_errors(std::span<const float> a, std::span<const float> b, std::span<const float> c, std::size_t n,
    std::span<const std::size_t> rows, double tolerance)
{
    return errors_of(a, b, c, n, rows, tolerance);
}

ProductErrors product_errors(std::span<const double> a, std::span<const double> b, std::span<const double> c, std::size_t n,
    std::span<const std::size_t> rows, double tolerance)
{
    return errors_of(a, b, c, n, rows, tolerance);
}

} // namespace warpstage::problem

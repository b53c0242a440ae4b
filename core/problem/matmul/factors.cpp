#include "core/problem/matmul/factors.h"

#include "core/base/verify.h"
#include "core/problem/buffers/bytes.h"
#include "core/problem/buffers/generator.h"

#include <algorithm>
#include <cmath>

namespace warpstage::problem {

namespace {

template <typename T, typename Value> SharedBytes matrix(std::size_t n, const Value& value)
{
    std::vector<std::byte> bytes(n * n * sizeof(T));
    auto element = as_numbers<T>(std::span<std::byte> { bytes }).begin();
    for (std::size_t row = 0; row < n; ++row) {
        for (std::size_t column = 0; column < n; ++column, ++element)
            *element = static_cast<T>(value(static_cast<double>(row), static_cast<double>(column)));
    }
    return bytes;
}

template <typename T> void fill(Factors& factors, const FactorsKey& key)
{
    if (key.input == "lecture") {
        factors.a = matrix<T>(key.n, [](double row, double column) { return 2.0 * column + row; });
        factors.b = matrix<T>(key.n, [](double row, double column) { return column - row; });
        return;
    }
    Generator generator { key.seed };
    const auto random = [&](double /*row*/, double /*column*/) {
        return static_cast<double>(static_cast<T>(generator.uniform()));
    };
    factors.a = matrix<T>(key.n, random);
    factors.b = matrix<T>(key.n, random);
}

// c(i, j) = sum over k of (2 k + i) (j - k) is linear in i and in j, so its extrema are at the corners.
void bound_lecture(Factors& factors, double n)
{
    const double first = n * (n - 1) / 2; // sum of k
    const double second = (n - 1) * n * (2 * n - 1) / 6; // of k squared
    const auto product = [&](double i, double j) {
        return 2 * j * first - 2 * second + i * j * n - i * first;
    };
    const auto [lowest, highest] = std::minmax({ product(0, 0), product(n - 1, 0), product(0, n - 1), product(n - 1, n - 1) });
    factors.lowest = lowest;
    factors.highest = highest;
}

// Products of two uniform numbers have mean 1/4 and variance 7/144.
void bound_random(Factors& factors, double n)
{
    const double spread = 4.0 * std::sqrt(n * 7.0 / 144.0);
    factors.lowest = n / 4 - spread;
    factors.highest = n / 4 + spread;
}

} // namespace

std::vector<std::string> factor_names()
{
    return { "lecture", "random" };
}

Factors make_factors(const FactorsKey& key)
{
    VERIFY(key.input == "lecture" || key.input == "random");
    Factors factors;
    if (key.type == "double")
        fill<double>(factors, key);
    else
        fill<float>(factors, key);
    if (key.input == "lecture")
        bound_lecture(factors, static_cast<double>(key.n));
    else
        bound_random(factors, static_cast<double>(key.n));
    if (!(factors.highest > factors.lowest)) // a single element
        factors.highest = factors.lowest + 1.0;
    return factors;
}

} // namespace warpstage::problem

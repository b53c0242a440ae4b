// The factors of a matrix product.
#pragma once

#include "core/problem/shared_bytes.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::problem {

// lecture  a(i, j) = 2 j + i, b(i, j) = j - i, for row i and column j
// random   uniform in [0, 1)
[[nodiscard]] std::vector<std::string> factor_names();

struct FactorsKey {
    std::string type; // "float" or "double"
    std::string input; // one of factor_names()
    std::size_t n = 0;
    std::uint64_t seed = 0;

    bool operator==(const FactorsKey&) const = default;
};

struct Factors {
    SharedBytes a; // n x n numbers of the type, row after row
    SharedBytes b;
    double lowest = 0.0; // of the product's elements: bounds to show it in, roughly
    double highest = 1.0;
};

[[nodiscard]] Factors make_factors(const FactorsKey& key);

// The factors that were asked for last stay: every variant of a lesson multiplies the same. May be asked from several threads.
class FactorsCache {
public:
    [[nodiscard]] Factors get(const FactorsKey& key);

private:
    std::mutex m_mutex;
    FactorsKey m_key;
    Factors m_last;
};

} // namespace warpstage::problem

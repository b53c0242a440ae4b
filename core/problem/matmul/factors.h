// The operands of a matrix product.
#pragma once

#include "core/problem/buffers/shared_bytes.h"

#include <cstddef>
#include <cstdint>
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
    SharedBytes a; // n x n numbers of the type, row-major
    SharedBytes b;
    double lowest = 0.0; // approximate range of the product's elements, for display
    double highest = 1.0;
};

[[nodiscard]] Factors make_factors(const FactorsKey& key);

} // namespace warpstage::problem

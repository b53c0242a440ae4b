// Plain C++ references for the tables: the expected result of a line, computed in the most obvious way and without code of the
// virtual machine.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace warpstage::cosim {

// Empty if PTX leaves the result undefined.
using Result64 = std::optional<std::uint64_t>;

struct Oracle {
    const char* table;
    const char* code; // in the table's notation
    std::function<Result64(std::uint64_t a, std::uint64_t b, std::uint64_t c)> result;
};

[[nodiscard]] std::span<const Oracle> integer_oracles();
[[nodiscard]] std::span<const Oracle> float_oracles();
[[nodiscard]] std::span<const Oracle> conversion_oracles();

} // namespace warpstage::cosim

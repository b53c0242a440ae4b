// Plain C++ beside the tables: what a line must give, worked out in the most obvious way and without any code of the virtual
// machine.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace warpstage::cosim {

// Nothing where PTX leaves the result open.
using Result64 = std::optional<std::uint64_t>;

struct Oracle {
    const char* table;
    const char* code; // as the table has it
    std::function<Result64(std::uint64_t a, std::uint64_t b, std::uint64_t c)> result;
};

[[nodiscard]] std::span<const Oracle> integer_oracles();
[[nodiscard]] std::span<const Oracle> float_oracles();
[[nodiscard]] std::span<const Oracle> conversion_oracles();

} // namespace warpstage::cosim

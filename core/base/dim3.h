// The extent of a grid or block, or an index within it; x varies fastest.
#pragma once

#include <cstdint>

namespace warpstage {

struct Dim3 {
    std::uint32_t x = 1;
    std::uint32_t y = 1;
    std::uint32_t z = 1;

    bool operator==(const Dim3&) const = default;

    [[nodiscard]] constexpr std::uint64_t count() const { return std::uint64_t { x } * y * z; }

    // The index of element `linear` (0 ≤ linear < count()).
    [[nodiscard]] constexpr Dim3 index_of(std::uint64_t linear) const
    {
        return { static_cast<std::uint32_t>(linear % x), static_cast<std::uint32_t>(linear / x % y),
            static_cast<std::uint32_t>(linear / x / y) };
    }
};

} // namespace warpstage

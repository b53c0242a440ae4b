// A set of lanes of one warp: bit l is lane l.
#pragma once

#include <bit>
#include <cstdint>

namespace warpstage {

using LaneMask = std::uint32_t;

// Maximum lanes per warp, for storage; the warp width in use may be smaller.
inline constexpr unsigned kMaxLanes = 32;

// The first `count` lanes, count in 0..32.
[[nodiscard]] constexpr LaneMask first_lanes(unsigned count)
{
    return count >= kMaxLanes ? ~LaneMask { 0 } : (LaneMask { 1 } << count) - 1;
}

[[nodiscard]] constexpr bool has_lane(LaneMask mask, unsigned lane)
{
    return (mask >> lane & 1U) != 0;
}

[[nodiscard]] [[gnu::always_inline]] constexpr unsigned lane_count(LaneMask mask)
{
#if defined(__x86_64__) && !defined(__POPCNT__)
    // Without the instruction, std::popcount calls a function, for each branch of a warp.
    mask -= (mask >> 1U) & 0x5555'5555U;
    mask = (mask & 0x3333'3333U) + ((mask >> 2U) & 0x3333'3333U);
    return ((mask + (mask >> 4U)) & 0x0f0f'0f0fU) * 0x0101'0101U >> 24U;
#else
    return static_cast<unsigned>(std::popcount(mask));
#endif
}

// The lowest lane of a mask that is not empty.
[[nodiscard]] constexpr unsigned lowest_lane(LaneMask mask)
{
    return static_cast<unsigned>(std::countr_zero(mask));
}

template <typename Function> constexpr void for_each_lane(LaneMask mask, Function&& function)
{
    for (; mask != 0; mask &= mask - 1)
        function(lowest_lane(mask));
}

} // namespace warpstage

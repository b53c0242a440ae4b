// Access patterns for tests: written by hand, or random in the shapes of real kernels.
#pragma once

#include "core/base/lane_mask.h"

#include <array>
#include <cstdint>
#include <random>

namespace warpstage::arch {

inline constexpr LaneMask kFullWarp = ~LaneMask { 0 };
using Addresses = std::array<std::uint64_t, kMaxLanes>;

template <typename Function> Addresses addresses_of(Function&& address_of_lane)
{
    Addresses addresses {};
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        addresses[lane] = static_cast<std::uint64_t>(address_of_lane(lane));
    return addresses;
}

struct RandomPattern {
    std::uint32_t bytes = 4;
    LaneMask lanes = 0;
    Addresses addresses {};
};

// Strides, broadcasts, pairs of lanes with one address and random addresses, full and partial warps, aligned as the hardware
// requires.
inline RandomPattern random_pattern(std::mt19937& random)
{
    const auto below = [&](std::uint32_t bound) {
        return std::uniform_int_distribution<std::uint32_t>(0, bound - 1)(random);
    };
    RandomPattern pattern;
    pattern.bytes = 1U << below(5);
    switch (below(4)) {
    case 0:
        pattern.lanes = ~LaneMask { 0 };
        break;
    case 1:
        pattern.lanes = first_lanes(below(33)) << below(32);
        break;
    case 2:
        pattern.lanes = static_cast<LaneMask>(random());
        break;
    case 3:
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            pattern.lanes |= below(8) == 0 ? LaneMask { 1 } << lane : 0;
        break;
    }
    const std::uint64_t shift = below(64);
    const std::uint64_t stride = below(40);
    const std::uint64_t group = 1U << below(6); // number of neighboring lanes that share an address
    const std::uint32_t flip = 1U << below(3); // or lanes whose indices differ in this bit
    const std::uint32_t range = 1U << (1 + below(10));
    const std::uint32_t shape = below(4);
    pattern.addresses = addresses_of([&](std::uint64_t lane) {
        const std::uint64_t element = shape == 0 ? lane * stride
            : shape == 1                         ? lane / group * stride
            : shape == 2                         ? (lane & ~std::uint64_t { flip }) * (stride % 5)
                                                 : below(range);
        return (shift + element) * pattern.bytes;
    });
    return pattern;
}

} // namespace warpstage::arch

// How the addresses of a warp's access lie to each other: checks treat the frequent patterns as one access.
#pragma once

#include "core/simt/observer.h"

#include <cstdint>

namespace warpstage::simt {

enum class AddressPattern : std::uint8_t {
    uniform, // all lanes have one address
    consecutive, // all 32 lanes, each behind the one before it
    other,
};

[[nodiscard]] inline AddressPattern pattern_of(const Access& access)
{
    const std::uint64_t first = access.addresses[lowest_lane(access.lanes)];
    if (access.lanes != ~LaneMask { 0 }) {
        bool same = true;
        for (LaneMask rest = access.lanes; rest != 0 && same; rest &= rest - 1)
            same = access.addresses[lowest_lane(rest)] == first;
        return same ? AddressPattern::uniform : AddressPattern::other;
    }
    const std::uint64_t step = access.addresses[1] - first;
    if (step != 0 && step != access.bytes)
        return AddressPattern::other;
    std::uint64_t differs = 0;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        differs |= access.addresses[lane] - first - lane * step;
    if (differs != 0)
        return AddressPattern::other;
    return step == 0 ? AddressPattern::uniform : AddressPattern::consecutive;
}

} // namespace warpstage::simt

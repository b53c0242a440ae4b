// Common part of ld and st: the loop for each pattern of addresses, and the lines of their tables. A
// Move has the loops of one direction for one memory element and one register width: uniform, consecutive, group, scattered in
// one window, and places.
#pragma once

#include "core/simt/memory/lane_access.h"
#include "core/simt/operators/memory_pattern.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

// Lanes with individual addresses.
template <typename Move>
[[gnu::always_inline]] inline void access_places(
    const WarpState& state, const Operation& operation, std::byte* const (&places)[kMaxLanes])
{
    if (operation.elements == 1)
        Move::template places<1>(state, operation, places);
    else if (operation.elements == 2)
        Move::template places<2>(state, operation, places);
    else
        Move::template places<4>(state, operation, places);
}

template <typename Move, Elements kElements>
[[gnu::always_inline]] inline void access_uniform(const WarpState& state, const Operation& operation, std::byte* place)
{
    if (kElements == Elements::one)
        Move::template uniform<1>(state, operation, place);
    else if (operation.elements == 2)
        Move::template uniform<2>(state, operation, place);
    else
        Move::template uniform<4>(state, operation, place);
}

template <typename Move, typename Space, Elements kElements> bool access(WarpState& state, const Operation& operation)
{
    const u64 bytes = count_of<kElements>(operation) * Move::kBytes;
    constexpr u32 kGroupedBytes = kElements == Elements::one && Move::kInGroups ? static_cast<u32>(Move::kBytes) : 0;
    const Request request = classify<Space, kGroupedBytes>(state, operation, bytes);
    switch (request.pattern) {
    case Pattern::uniform:
        access_uniform<Move, kElements>(state, operation, request.data + request.first);
        return true;
    case Pattern::consecutive:
        if (kElements == Elements::one && Move::consecutive(state, operation, request.data + request.first)) [[likely]]
            return true;
        [[fallthrough]];
    case Pattern::grouped:
        if constexpr (kGroupedBytes != 0) {
            if (request.pattern == Pattern::grouped) {
                for (unsigned group = 0; group < kGroups; ++group)
                    Move::group(state, operation, request.data + request.groups[group], group,
                        (request.consecutive_groups >> group & 1U) != 0);
                return true;
            }
        }
        [[fallthrough]];
    case Pattern::scattered: {
        using Address = typename Space::Address;
        const Address* a = row<Address>(state, operation.a);
        const Address offset = static_cast<Address>(operation.displacement) - static_cast<Address>(request.base);
        if constexpr (kElements == Elements::one) {
            Move::scattered(state, operation, request.data, a, offset);
            return true;
        }
        std::byte* places[kMaxLanes];
        for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
            const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
            places[lane] = request.data + static_cast<Address>(a[lane] + offset);
        }
        access_places<Move>(state, operation, places);
        return true;
    }
    case Pattern::apart: {
        std::byte* places[kMaxLanes];
        if (!places_apart(state, operation, bytes, places))
            return false;
        access_places<Move>(state, operation, places);
        return true;
    }
    case Pattern::fault:
        return false;
    }
    __builtin_unreachable();
}

// For lanes with individual addresses: `places_of` finds them.
using Places = bool (*)(WarpState&, const Operation&, u64, std::byte* (&)[kMaxLanes]);

template <typename Move, Places places_of> bool access_apart(WarpState& state, const Operation& operation)
{
    std::byte* places[kMaxLanes];
    if (!places_of(state, operation, operation.elements * Move::kBytes, places))
        return false;
    access_places<Move>(state, operation, places);
    return true;
}

template <typename Move, typename Space, Elements kElements> bool access_generic(WarpState& state, const Operation& operation)
{
    return generic<&access<Move, SharedGeneric, kElements>, &access_apart<Move, &places_local<kLocalWindow>>,
        &access<Move, Space, kElements>, &access_apart<Move, &places_generic>>(state, operation);
}

} // namespace
} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET

// Lines of an operator list for WARPSTAGE_EACH_ELEMENT; the file defines MOVE.
#define ACCESS_LINE(key, Register, address_bytes, ...)                                                                           \
    Operator { key, &__VA_ARGS__, &__VA_ARGS__, sizeof(Register), address_bytes, 0, 0 },
#define ACCESS(key, Space, elements, Element, Register)                                                                          \
    ACCESS_LINE(key, Register, sizeof(Space::Address), access<MOVE<Element, Register>, Space, elements>)
#define ACCESS_GENERIC(key, Space, elements, Element, Register)                                                                  \
    ACCESS_LINE(key, Register, sizeof(u64), access_generic<MOVE<Element, Register>, Space, elements>)
#define ACCESS_LOCAL(key, Space, elements, Element, Register)                                                                    \
    ACCESS_LINE(key, Register, sizeof(u64), access_apart<MOVE<Element, Register>, &places_local<0>>)
#define ACCESS_CLUSTER(key, Address, elements, Element, Register)                                                                \
    ACCESS_LINE(key, Register, sizeof(Address), access_apart<MOVE<Element, Register>, &places_cluster<Address>>)

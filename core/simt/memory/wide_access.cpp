#include "core/simt/memory/wide_access.h"

#include "core/simt/lane_value.h"
#include "core/simt/memory/address_space.h"
#include "core/simt/memory/single_access.h"

#include <array>
#include <cstring>

namespace warpstage::simt {

namespace {

static_assert(sizeof(Wide) == kWideBytes);

using WidePlaces = std::array<std::byte*, kMaxLanes>;

void set_lane(const WarpState& state, std::uint32_t row, unsigned lane, const Wide& value)
{
    std::memcpy(state.registers + row + std::size_t { lane } * sizeof(value), &value, sizeof(value));
}

// The memory of every active lane. False if one may not access it.
bool find_places(WarpState& state, const Operation& operation, WidePlaces& places)
{
    const auto space = static_cast<ptx::StateSpace>(operation.e);
    for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        const auto displacement = static_cast<std::uint64_t>(operation.displacement);
        const std::uint64_t address = operation.element_bytes == sizeof(std::uint32_t)
            ? lane_value<std::uint32_t>(state, operation.a, lane) + static_cast<std::uint32_t>(displacement)
            : lane_value<std::uint64_t>(state, operation.a, lane) + displacement;
        places[lane] = space == ptx::StateSpace::generic
            ? find_place(state, operation.site, lane, address, kWideBytes)
            : find_place(state, operation.site, lane, SpaceAddress { space, address }, kWideBytes);
        if (places[lane] == nullptr)
            return false;
    }
    return true;
}

// Lanes in their order; `change` returns the new value of a lane from the one before.
template <typename Change> bool change_wide(WarpState& state, const Operation& operation, const Change& change)
{
    WidePlaces places {};
    if (!find_places(state, operation, places))
        return false;
    for_each_lane(state.active, [&](unsigned lane) {
        Wide before = load_single(places[lane]);
        while (!swap_single(places[lane], before, change(before, lane)))
            before = load_single(places[lane]);
        set_lane(state, operation.d, lane, before);
    });
    return true;
}

} // namespace

bool load_wide(WarpState& state, const Operation& operation)
{
    WidePlaces places {};
    if (!find_places(state, operation, places))
        return false;
    for_each_lane(state.active, [&](unsigned lane) { set_lane(state, operation.d, lane, load_single(places[lane])); });
    return true;
}

bool store_wide(WarpState& state, const Operation& operation)
{
    WidePlaces places {};
    if (!find_places(state, operation, places))
        return false;
    for_each_lane(state.active, [&](unsigned lane) { store_single(places[lane], lane_value<Wide>(state, operation.b, lane)); });
    return true;
}

bool exchange_wide(WarpState& state, const Operation& operation)
{
    return change_wide(state, operation, [&](const Wide&, unsigned lane) { return lane_value<Wide>(state, operation.b, lane); });
}

bool compare_swap_wide(WarpState& state, const Operation& operation)
{
    return change_wide(state, operation, [&](const Wide& before, unsigned lane) {
        return before == lane_value<Wide>(state, operation.b, lane) ? lane_value<Wide>(state, operation.c, lane) : before;
    });
}

bool pack_wide(WarpState& state, const Operation& operation)
{
    for_each_lane(state.active, [&](unsigned lane) {
        set_lane(state, operation.d, lane,
            { lane_value<std::uint64_t>(state, operation.a, lane), lane_value<std::uint64_t>(state, operation.b, lane) });
    });
    return true;
}

bool unpack_wide(WarpState& state, const Operation& operation)
{
    for_each_lane(state.active, [&](unsigned lane) {
        const auto value = lane_value<Wide>(state, operation.a, lane);
        std::memcpy(state.registers + operation.d + lane * sizeof(value.low), &value.low, sizeof(value.low));
        std::memcpy(state.registers + operation.b + lane * sizeof(value.high), &value.high, sizeof(value.high));
    });
    return true;
}

bool move_wide(WarpState& state, const Operation& operation)
{
    for_each_lane(
        state.active, [&](unsigned lane) { set_lane(state, operation.d, lane, lane_value<Wide>(state, operation.a, lane)); });
    return true;
}

} // namespace warpstage::simt

#include "core/simt/memory/async_copy.h"

#include "core/simt/lane_value.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace warpstage::simt {

namespace {

std::uint64_t source_of(const WarpState& state, const Operation& operation, unsigned lane)
{
    return lane_value<std::uint64_t>(state, operation.a, lane) + static_cast<std::uint64_t>(operation.displacement);
}

std::uint64_t destination_of(const WarpState& state, const Operation& operation, unsigned lane)
{
    const auto displacement = static_cast<std::int32_t>(operation.e);
    if (operation.element_bytes == 4)
        return lane_value<std::uint32_t>(state, operation.b, lane) + static_cast<std::uint32_t>(displacement);
    return lane_value<std::uint64_t>(state, operation.b, lane) + static_cast<std::uint64_t>(std::int64_t { displacement });
}

// Number of bytes read. More than the size of the copy is undefined in PTX; the excess is not read.
std::uint32_t bytes_read(const WarpState& state, const Operation& operation, unsigned lane)
{
    const std::uint32_t size = operation.elements;
    if (operation.full == &copy_unless)
        return has_lane(lane_value<LaneMask>(state, operation.c, 0), lane) ? 0 : size;
    return std::min(size, lane_value<std::uint32_t>(state, operation.c, lane));
}

struct LaneCopy {
    const std::byte* source; // null: the lane writes zeros
    std::byte* destination;
    std::uint32_t bytes; // that are read
};
using LaneCopies = std::array<LaneCopy, kMaxLanes>;

// The size is a constant: copying a number of bytes that the compiler does not know takes many times as long.
template <std::uint32_t kSize> void copy_all(WarpState& state, const Operation& operation, const LaneCopies& copies)
{
    for_each_lane(state.active, [&](unsigned lane) {
        const LaneCopy& copy = copies[lane];
        std::array<std::byte, 16> content {};
        if (copy.bytes == kSize)
            std::memcpy(content.data(), copy.source, kSize);
        else if (copy.source != nullptr)
            std::memcpy(content.data(), copy.source, copy.bytes);
        std::memcpy(copy.destination, content.data(), kSize);
        std::memcpy(state.registers + operation.d + std::size_t { lane } * 8, content.data(), 8);
    });
}

bool contains(const DeviceMemory::Region* region, std::uint64_t address, std::uint32_t bytes)
{
    return region != nullptr && address - region->base < region->size && region->size - (address - region->base) >= bytes;
}

bool copy(WarpState& state, const Operation& operation)
{
    const std::uint32_t size = operation.elements; // 4, 8 or 16
    LaneCopies copies; // NOLINT(cppcoreguidelines-pro-type-member-init): of the active lanes
    const DeviceMemory::Region* region = state.last_region[operation.site];
    for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        LaneCopy& copy = copies[lane];
        copy = { nullptr, nullptr, bytes_read(state, operation, lane) };
        if (copy.bytes != 0) {
            const std::uint64_t source = source_of(state, operation, lane);
            if (!contains(region, source, copy.bytes))
                region = find_region(state, operation.site, source, copy.bytes);
            if (region == nullptr || (source & (size - 1)) != 0) {
                state.refusal = { RefusalKind::copy_source, lane, 0, 0 };
                return false;
            }
            copy.source = region->data + (source - region->base);
        }
        const std::uint64_t destination = destination_of(state, operation, lane);
        if (state.shared_bytes < size || destination > state.shared_bytes - size || (destination & (size - 1)) != 0) {
            state.refusal = { RefusalKind::copy_destination, lane, 0, 0 };
            return false;
        }
        copy.destination = state.shared + destination;
    }
    if (size == 4)
        copy_all<4>(state, operation, copies);
    else if (size == 8)
        copy_all<8>(state, operation, copies);
    else
        copy_all<16>(state, operation, copies);
    return true;
}

} // namespace

bool copy_bytes(WarpState& state, const Operation& operation)
{
    return copy(state, operation);
}

bool copy_unless(WarpState& state, const Operation& operation)
{
    return copy(state, operation);
}

LaneMask lanes_that_copy(const WarpState& state, const Operation& operation)
{
    LaneMask lanes = 0;
    for_each_lane(state.active, [&](unsigned lane) {
        if (bytes_read(state, operation, lane) != 0)
            lanes |= LaneMask { 1 } << lane;
    });
    return lanes;
}

Operation destination_half(const Operation& operation)
{
    Operation store;
    store.a = operation.b;
    store.d = operation.d;
    store.displacement = static_cast<std::int32_t>(operation.e);
    return store;
}

MemoryRequest::Fault copy_fault(const WarpState& state, const Operation& operation, const MemoryForm& form)
{
    const unsigned lane = state.refusal.lane;
    const LaneMask lanes = LaneMask { 1 } << lane;
    if (state.refusal.kind == RefusalKind::copy_destination)
        return MemoryRequest(state, destination_half(operation), (&form)[1], lanes).fault(state);
    // The address must be aligned for the whole copy, but only the bytes read must be accessible.
    if (std::optional<MemoryRequest::Fault> found =
            MemoryRequest(state, operation, form, lanes).find_fault(state, TrapKind::misaligned))
        return std::move(*found);
    MemoryForm part = form;
    part.element_bytes = 1;
    part.elements = static_cast<std::uint8_t>(bytes_read(state, operation, lane));
    if (std::optional<MemoryRequest::Fault> found =
            MemoryRequest(state, operation, part, lanes).find_fault(state, TrapKind::out_of_bounds))
        return std::move(*found);
    return MemoryRequest(state, operation, form, lanes).fault(state);
}

} // namespace warpstage::simt

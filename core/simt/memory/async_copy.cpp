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

using Sources = std::array<const std::byte*, kMaxLanes>; // by lane; null: the lane writes zeros

// The size is a constant: copying a number of bytes that the compiler does not know takes many times as long.
template <std::uint32_t kSize> void copy_all(WarpState& state, const Operation& operation, const Sources& sources)
{
    for_each_lane(state.active, [&](unsigned lane) {
        std::array<std::byte, 16> content {};
        if (const std::byte* const source = sources[lane]; source != nullptr) {
            if (const std::uint32_t bytes = bytes_read(state, operation, lane); bytes == kSize)
                std::memcpy(content.data(), source, kSize);
            else
                std::memcpy(content.data(), source, bytes);
        }
        std::memcpy(state.shared + destination_of(state, operation, lane), content.data(), kSize);
        std::memcpy(state.registers + operation.d + std::size_t { lane } * 8, content.data(), 8);
    });
}

bool copy(WarpState& state, const Operation& operation)
{
    const std::uint32_t size = operation.elements; // 4, 8 or 16
    Sources sources {};
    for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        const std::uint32_t bytes = bytes_read(state, operation, lane);
        if (bytes != 0) {
            const std::uint64_t source = source_of(state, operation, lane);
            const DeviceMemory::Region* region = find_region(state, operation.site, source, bytes);
            if (region == nullptr || (source & (size - 1)) != 0) {
                state.refusal = { RefusalKind::copy_source, lane, 0, 0 };
                return false;
            }
            sources[lane] = region->data + (source - region->base);
        }
        const std::uint64_t destination = destination_of(state, operation, lane);
        if (state.shared_bytes < size || destination > state.shared_bytes - size || (destination & (size - 1)) != 0) {
            state.refusal = { RefusalKind::copy_destination, lane, 0, 0 };
            return false;
        }
    }
    if (size == 4)
        copy_all<4>(state, operation, sources);
    else if (size == 8)
        copy_all<8>(state, operation, sources);
    else
        copy_all<16>(state, operation, sources);
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

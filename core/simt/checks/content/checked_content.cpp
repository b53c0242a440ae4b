#include "core/simt/checks/content/checked_content.h"

#include "core/simt/checks/content/initialized_bytes.h"
#include "core/simt/checks/hazard.h"
#include "core/simt/run/block.h"

#include <algorithm>
#include <cstdint>
#include <variant>

namespace warpstage::simt {

namespace {

// Whether the access is of initialized memory, or writes it, as a whole. False if each lane must be checked.
bool is_initialized_together(const DeviceMemory::Region& region, const Access& access, AddressPattern pattern, bool reads)
{
    if (pattern == AddressPattern::other)
        return false;
    const std::uint64_t offset = access.addresses[lowest_lane(access.lanes)] - region.base;
    const std::uint64_t bytes =
        pattern == AddressPattern::consecutive ? std::uint64_t { kMaxLanes } * access.bytes : access.bytes;
    if (offset >= region.size || bytes > region.size - offset)
        return false;
    if (region.initialized->is_marked(offset, bytes))
        return true;
    if (reads)
        return false;
    region.initialized->mark(offset, bytes);
    return true;
}

bool are_in(const DeviceMemory::Region& region, const Access& access)
{
    bool outside = false;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        outside |= access.addresses[lane] - region.base >= region.size && has_lane(access.lanes, lane);
    return !outside;
}

} // namespace

std::optional<Trap> find_outside_array(
    const Block& block, const CheckedLaunch& launch, const Step& step, const Access& access, AddressPattern pattern)
{
    const SharedArray* array = launch.shared_arrays.at(step.pc);
    if (array == nullptr)
        return std::nullopt;
    const std::uint64_t bytes = array->bytes != 0 ? array->bytes : block.own_shared_bytes() - array->offset;
    const auto is_inside = [&](unsigned lane) {
        const std::uint64_t offset = access.addresses[lane] - array->offset;
        return offset < bytes && access.bytes <= bytes - offset;
    };
    // Between the first and the last of consecutive lanes all are inside.
    if (pattern != AddressPattern::other && is_inside(lowest_lane(access.lanes))
        && (pattern == AddressPattern::uniform || is_inside(kMaxLanes - 1))) [[likely]]
        return std::nullopt;
    for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        if (is_inside(lane)) [[likely]]
            continue;
        return outside_array_trap(block, { step.warp, lane, step.pc }, access, { array->name, array->offset, bytes });
    }
    return std::nullopt;
}

std::uint32_t element_bytes(const Block& block, std::uint32_t pc)
{
    const Operation& operation = block.body().operations[pc];
    if (!operation.accesses_memory)
        return 1;
    const MemoryForm& form = block.body().memory_forms[operation.site];
    const bool has_elements = std::holds_alternative<std::monostate>(form.special) && form.matrix_lanes == 0;
    return has_elements ? std::max<std::uint32_t>(form.element_bytes, 1) : 1;
}

std::optional<Trap> check_global_content(
    const Block& block, CheckedLaunch& launch, const Step& step, const Access& access, AddressPattern pattern)
{
    const DeviceMemory::Region* region = launch.memory.nearest(access.addresses[lowest_lane(access.lanes)]);
    const bool reads = launch.code.reads(step.pc, access);
    const auto in_heap = [&] {
        return launch.heap != nullptr && region->base == launch.heap->base();
    };
    if (region->initialized != nullptr && region->initialized->is_complete() && are_in(*region, access))
        return std::nullopt;
    if (region->initialized != nullptr && !in_heap() && is_initialized_together(*region, access, pattern, reads))
        return std::nullopt;
    bool is_reported = false; // of the first lane
    for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        const std::uint64_t address = access.addresses[lane];
        if (address - region->base >= region->size)
            region = launch.memory.nearest(address);
        if (region->initialized == nullptr)
            continue;
        if (in_heap()) {
            const auto part = launch.heap->find(address);
            if (!part || part->freed || address + access.bytes > part->address + part->bytes)
                return outside_heap_trap(block, { step.warp, lane, step.pc }, access, part);
        }
        const std::uint64_t offset = address - region->base;
        if (region->initialized->is_marked(offset, access.bytes)) [[likely]]
            continue;
        if (reads && !is_reported) {
            const auto byte = region->initialized->first_unwritten_element(offset, access.bytes, element_bytes(block, step.pc));
            if (byte && !launch.findings.count_again(TrapKind::uninitialized_read, step.pc))
                launch.findings.add(uninitialized_global_trap(block, { step.warp, lane, step.pc }, access, *region, *byte));
            is_reported = byte.has_value();
        }
        if (access.kind != AccessKind::load)
            region->initialized->mark(offset, access.bytes);
    }
    return std::nullopt;
}

} // namespace warpstage::simt

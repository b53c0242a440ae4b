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

} // namespace

std::optional<Trap> find_outside_array(const Block& block, const CheckedLaunch& launch, const Step& step, const Access& access)
{
    const SharedArray* array = launch.shared_arrays.at(step.pc);
    if (array == nullptr)
        return std::nullopt;
    for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        const std::uint64_t offset = access.addresses[lane] - array->offset;
        if (offset < array->bytes && access.bytes <= array->bytes - offset) [[likely]]
            continue;
        return outside_array_trap(block, { step.warp, lane, step.pc }, access, *array);
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
    if (region->initialized != nullptr && !in_heap() && is_initialized_together(*region, access, pattern, reads))
        return std::nullopt;
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
        if (reads) {
            const auto byte = region->initialized->first_unwritten_element(offset, access.bytes, element_bytes(block, step.pc));
            if (byte)
                return uninitialized_global_trap(block, { step.warp, lane, step.pc }, access, *region, *byte);
            continue;
        }
        region->initialized->mark(offset, access.bytes);
    }
    return std::nullopt;
}

} // namespace warpstage::simt

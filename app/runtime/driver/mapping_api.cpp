// Virtual memory management: address ranges to which a program maps memory.
#include "app/runtime/driver/driver.h"

#include <bit>
#include <cstring>
#include <map>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

// CUmemAllocationProp.
struct PhysicalProperties {
    int type;
    int handle_types;
    int location_type;
    int location;
    void* metadata;
    std::byte flags[8];
};

// CUmemGenericAllocationHandle: its number. The memory exists while it is mapped, at most once.
struct PhysicalMemory {
    std::size_t bytes = 0;
    PhysicalProperties properties {};
    bool mapped = false;
};

constexpr std::size_t kGranularity = std::size_t { 2 } << 20;
constexpr simt::DeviceAddress kFirstReserved = simt::DeviceAddress { 1 } << 45; // behind all allocations

struct Mappings {
    std::uint64_t last_handle = 0;
    std::map<std::uint64_t, PhysicalMemory> memories;
    simt::DeviceAddress next = kFirstReserved;
    std::map<simt::DeviceAddress, std::size_t> reserved;
    std::map<simt::DeviceAddress, std::uint64_t> mapped; // handles; 0: released
};

Mappings& mappings()
{
    static Mappings all;
    return all;
}

bool is_reserved(simt::DeviceAddress address, std::size_t bytes)
{
    const auto behind = mappings().reserved.upper_bound(address);
    if (behind == mappings().reserved.begin())
        return false;
    const auto& [first, size] = *std::prev(behind);
    return address - first < size && bytes <= size - (address - first);
}

Failure map_memory(Device& shared, simt::DeviceAddress address, std::size_t bytes, std::size_t offset, std::uint64_t handle)
{
    const auto found = mappings().memories.find(handle);
    if (found == mappings().memories.end() || !is_reserved(address, bytes) || offset != 0 || bytes != found->second.bytes)
        return { Status::invalid_value, {} };
    if (found->second.mapped)
        return { Status::not_supported, "`cuMemMap` maps a memory handle at most once on the virtual device." };
    const Status status = shared.memory.renew(std::bit_cast<void*>(address), bytes);
    if (status == Status::success) {
        found->second.mapped = true;
        mappings().mapped[address] = handle;
    }
    return { status, {} };
}

Status unmap_memory(Device& shared, simt::DeviceAddress address, std::size_t bytes)
{
    auto& mapped = mappings().mapped;
    const auto first = mapped.lower_bound(address);
    const auto last = mapped.lower_bound(address + bytes);
    if (first == last)
        return Status::invalid_value;
    for (auto entry = first; entry != last; ++entry) {
        if (const auto memory = mappings().memories.find(entry->second); memory != mappings().memories.end())
            memory->second.mapped = false;
        const Status status = shared.memory.release(std::bit_cast<void*>(entry->first), MemoryKind::device);
        if (status != Status::success)
            return status;
    }
    mapped.erase(first, last);
    return Status::success;
}

template <typename Function> Status with_mappings(Function&& function)
{
    return in_context([&] { return call(std::forward<Function>(function)); });
}

} // namespace

WARPSTAGE_API Status cuMemGetAllocationGranularity(std::size_t* bytes, const PhysicalProperties* /*properties*/, int /*option*/)
{
    if (bytes == nullptr)
        return Status::invalid_value;
    *bytes = kGranularity;
    return check_initialized();
}

WARPSTAGE_API Status cuMemAddressReserve(
    simt::DeviceAddress* result, std::size_t bytes, std::size_t alignment, simt::DeviceAddress /*hint*/, unsigned long long flags)
{
    if (result == nullptr)
        return Status::invalid_value;
    return with_mappings([&](Device&) {
        const std::size_t unit = std::max(alignment, kGranularity);
        if (bytes == 0 || bytes % kGranularity != 0 || !std::has_single_bit(unit) || flags != 0)
            return Status::invalid_value;
        *result = (mappings().next + unit - 1) / unit * unit;
        mappings().next = *result + bytes + kGranularity;
        mappings().reserved[*result] = bytes;
        return Status::success;
    });
}

WARPSTAGE_API Status cuMemAddressFree(simt::DeviceAddress address, std::size_t bytes)
{
    return with_mappings([&](Device&) {
        const auto found = mappings().reserved.find(address);
        if (found == mappings().reserved.end() || found->second != bytes)
            return Status::invalid_value;
        mappings().reserved.erase(found);
        return Status::success;
    });
}

WARPSTAGE_API Status cuMemCreate(
    std::uint64_t* handle, std::size_t bytes, const PhysicalProperties* properties, unsigned long long /*flags*/)
{
    if (handle == nullptr || properties == nullptr)
        return Status::invalid_value;
    return with_mappings([&](Device& shared) {
        if (bytes == 0 || bytes % kGranularity != 0)
            return Status::invalid_value;
        if (bytes > shared.memory.free_bytes())
            return Status::memory_allocation;
        *handle = ++mappings().last_handle;
        PhysicalMemory memory { bytes, *properties };
        std::memset(memory.properties.flags, 0, sizeof(memory.properties.flags)); // not compressible
        mappings().memories[*handle] = memory;
        return Status::success;
    });
}

// Mapped memory stays until it is unmapped.
WARPSTAGE_API Status cuMemRelease(std::uint64_t handle)
{
    return with_mappings(
        [&](Device&) { return mappings().memories.erase(handle) == 0 ? Status::invalid_value : Status::success; });
}

WARPSTAGE_API Status cuMemGetAllocationPropertiesFromHandle(PhysicalProperties* result, std::uint64_t handle)
{
    if (result == nullptr)
        return Status::invalid_value;
    return with_mappings([&](Device&) {
        const auto found = mappings().memories.find(handle);
        if (found != mappings().memories.end())
            *result = found->second.properties;
        return found == mappings().memories.end() ? Status::invalid_value : Status::success;
    });
}

WARPSTAGE_API Status cuMemMap(
    simt::DeviceAddress address, std::size_t bytes, std::size_t offset, std::uint64_t handle, unsigned long long /*flags*/)
{
    return with_mappings([&](Device& shared) { return map_memory(shared, address, bytes, offset, handle); });
}

WARPSTAGE_API Status cuMemUnmap(simt::DeviceAddress address, std::size_t bytes)
{
    return with_mappings([&](Device& shared) { return unmap_memory(shared, address, bytes); });
}

// One device: mapped memory is accessible.
WARPSTAGE_API Status cuMemSetAccess(simt::DeviceAddress address, std::size_t bytes, const void* /*access*/, std::size_t /*count*/)
{
    return with_mappings([&](Device&) { return is_reserved(address, bytes) ? Status::success : Status::invalid_value; });
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)

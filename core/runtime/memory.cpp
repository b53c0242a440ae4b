#include "core/runtime/memory.h"

#include "core/simt/checks/content/initialized_bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <optional>
#include <utility>

namespace warpstage::runtime {

namespace {

using simt::DeviceAddress;

// Addresses of device memory on the virtual machine are in this range, in which Linux places no memory of a program.
constexpr DeviceAddress kFirstDevice = DeviceAddress { 1 } << 40;
constexpr DeviceAddress kEndDevice = DeviceAddress { 1 } << 46;

DeviceAddress address_of(const void* pointer)
{
    return std::bit_cast<DeviceAddress>(pointer);
}

// The product, and nothing if it has more bits than a size.
std::optional<std::size_t> product(std::size_t a, std::size_t b)
{
    std::size_t result = 0;
    return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional { result };
}

std::optional<std::size_t> sum(std::optional<std::size_t> a, std::optional<std::size_t> b)
{
    std::size_t result = 0;
    return !a || !b || __builtin_add_overflow(*a, *b, &result) ? std::nullopt : std::optional { result };
}

// From the first byte to the end of the last row; nothing if it has more bits than a size.
std::optional<std::size_t> span_of(const Rows& rows, const Extent& extent)
{
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0)
        return 0;
    return sum(sum(product(extent.depth - 1, rows.slice), product(extent.height - 1, rows.pitch)), extent.width);
}

constexpr std::size_t kMaxPitch = 0x7fff'ffff; // bytes; cudaDeviceProp::memPitch

} // namespace

Memory::Memory(bool tracked, std::uint64_t limit, std::uint64_t host_limit)
    : m_tracked(tracked)
    , m_limit(limit)
    , m_host_limit(host_limit == 0 ? limit : host_limit)
{
}

Memory::~Memory() = default;

Status Memory::allocate(void** result, std::size_t bytes, MemoryKind kind, unsigned int flags)
{
    *result = nullptr;
    if (bytes == 0)
        return Status::success;
    if (bytes > free_bytes())
        return Status::memory_allocation;
    DeviceAddress address = 0;
    Allocation allocation { kind, bytes, flags, {} };
    try {
        const std::string name = fmt::format("allocation {} of {} bytes", m_allocated + 1, bytes);
        if (kind == MemoryKind::device) {
            address = m_tracked ? m_vm.allocate_uninitialized(name, bytes) : m_vm.allocate(name, bytes);
        } else {
            // Whole pages of its own: an address behind it is then not one of other memory of the program.
            allocation.host = ZeroedBytes(std::max(bytes, ZeroedBytes::kLarge));
            address = m_vm.map(name, { allocation.host.data(), bytes });
        }
    } catch (const std::bad_alloc&) {
        return Status::memory_allocation;
    }
    ++m_allocated;
    m_allocations.emplace(address, std::move(allocation));
    m_used += bytes;
    *result = std::bit_cast<void*>(address);
    return Status::success;
}

Status Memory::renew(void* pointer, std::size_t bytes)
{
    if (find(pointer) != nullptr)
        return Status::success;
    try {
        if (bytes > free_bytes()
            || !m_vm.allocate_at(address_of(pointer), fmt::format("allocation of a graph, {} bytes", bytes), bytes))
            return Status::memory_allocation;
    } catch (const std::bad_alloc&) {
        return Status::memory_allocation;
    }
    m_allocations.emplace(address_of(pointer), Allocation { MemoryKind::device, bytes, 0, {} });
    m_used += bytes;
    return Status::success;
}

Status Memory::register_host(void* pointer, std::size_t bytes, unsigned int flags)
{
    if (pointer == nullptr || bytes == 0 || bytes > ~address_of(pointer))
        return Status::invalid_value;
    const auto next = m_allocations.upper_bound(address_of(pointer));
    if (find(pointer) != nullptr || (next != m_allocations.end() && next->first < address_of(pointer) + bytes))
        return Status::already_registered;
    m_vm.map(fmt::format("registered memory of {} bytes", bytes), { static_cast<std::byte*>(pointer), bytes });
    m_allocations.emplace(address_of(pointer), Allocation { MemoryKind::registered, bytes, flags, {} });
    return Status::success;
}

Status Memory::unregister_host(void* pointer)
{
    const auto found = m_allocations.find(address_of(pointer));
    if (found == m_allocations.end() || found->second.kind != MemoryKind::registered)
        return Status::not_registered;
    m_vm.release(found->first);
    m_allocations.erase(found);
    return Status::success;
}

Status Memory::check_release(const void* pointer, MemoryKind kind) const
{
    if (pointer == nullptr)
        return Status::success;
    const auto found = m_allocations.find(address_of(pointer));
    if (found == m_allocations.end())
        return Status::invalid_value;
    const MemoryKind actual = found->second.kind;
    const bool expected = actual == kind || (kind == MemoryKind::device && actual == MemoryKind::managed);
    return expected ? Status::success : Status::invalid_value;
}

Status Memory::release(void* pointer, MemoryKind kind)
{
    const Status status = check_release(pointer, kind);
    if (status != Status::success || pointer == nullptr)
        return status;
    const auto found = m_allocations.find(address_of(pointer));
    m_used -= found->second.bytes;
    m_vm.release(address_of(pointer));
    m_allocations.erase(found);
    return Status::success;
}

Status Memory::allocate_array(Array** result, const ChannelFormat& format, const Extent& extent, unsigned int flags)
{
    auto array = std::make_unique<Array>(Array { format, extent, flags });
    if (format.bytes() == 0)
        return Status::invalid_channels;
    const auto row = product(extent.width, format.bytes());
    const auto slice = product(row.value_or(0), array->rows());
    const auto all = product(slice.value_or(0), array->slices());
    if (!row || !slice || !all)
        return Status::memory_allocation;
    const std::size_t bytes = *all;
    if (bytes == 0)
        return Status::invalid_value;
    void* memory = nullptr;
    if (const Status status = allocate(&memory, bytes, MemoryKind::device); status != Status::success)
        return status;
    array->address = address_of(memory);
    *result = array.get();
    m_arrays.emplace(array.get(), std::move(array));
    return Status::success;
}

Status Memory::release_array(Array* array)
{
    if (array == nullptr)
        return Status::success;
    const auto found = m_arrays.find(array);
    if (found == m_arrays.end())
        return Status::invalid_handle;
    const Status status = release(std::bit_cast<void*>(array->address), MemoryKind::device);
    m_arrays.erase(found);
    return status;
}

const Allocation* Memory::find(const void* pointer) const
{
    const auto behind = m_allocations.upper_bound(address_of(pointer));
    if (behind == m_allocations.begin())
        return nullptr;
    const auto& [first, allocation] = *std::prev(behind);
    return address_of(pointer) - first < allocation.bytes ? &allocation : nullptr;
}

std::optional<HostRange> Memory::shared_range(const void* pointer) const
{
    const Allocation* const allocation = find(pointer);
    if (allocation == nullptr || allocation->host.data() == nullptr)
        return std::nullopt;
    return HostRange { allocation->host.data(), allocation->bytes, m_vm.nearest(address_of(pointer))->name };
}

std::string Memory::place_name(simt::DeviceAddress address) const
{
    const simt::DeviceMemory::Region* const region = m_vm.nearest(address);
    return region == nullptr || address < region->base || address - region->base >= region->size
        ? fmt::format("the memory at 0x{:x}", address)
        : fmt::format("byte {} of `{}`", address - region->base, region->name);
}

bool Memory::is_pageable(const void* pointer) const
{
    return !is_of_device(pointer);
}

bool Memory::is_device_only(const void* pointer)
{
    return address_of(pointer) >= kFirstDevice && address_of(pointer) < kEndDevice;
}

std::byte* Memory::place(const void* pointer, std::size_t bytes) const
{
    const simt::DeviceMemory::Region* region = m_vm.nearest(address_of(pointer));
    if (region != nullptr && address_of(pointer) - region->base < region->size) {
        const DeviceAddress offset = address_of(pointer) - region->base;
        return bytes <= region->size - offset ? region->data + offset : nullptr;
    }
    constexpr DeviceAddress kFirstPage = 0x10000; // Linux maps nothing below (vm.mmap_min_addr)
    return address_of(pointer) < kFirstPage || is_device_only(pointer) ? nullptr : std::bit_cast<std::byte*>(pointer);
}

// Also constants, which are no allocations of the program.
bool Memory::is_of_device(const void* pointer) const
{
    const simt::DeviceMemory::Region* region = m_vm.nearest(address_of(pointer));
    return is_device_only(pointer) || (region != nullptr && address_of(pointer) - region->base < region->size);
}

bool Memory::fits_direction(const void* target, const void* source, CopyKind kind) const
{
    switch (kind) {
    case CopyKind::host_to_host: // memory of the device only with memory that it can access, too, as on an H200
        return (!is_device_only(target) && !is_device_only(source)) || (is_of_device(target) && is_of_device(source));
    case CopyKind::host_to_device:
        return is_of_device(target); // a source on the device is accepted, as on an H200
    case CopyKind::device_to_host:
        return is_of_device(source);
    case CopyKind::device_to_device: // neither may be pageable memory of the host, as on an H200
        return is_of_device(target) && is_of_device(source);
    case CopyKind::by_address:
        return true;
    }
    return false;
}

void Memory::mark_initialized(const void* target, std::size_t bytes)
{
    const simt::DeviceMemory::Region* region = m_vm.nearest(address_of(target));
    if (region == nullptr || region->initialized == nullptr || address_of(target) - region->base >= region->size)
        return;
    region->initialized->mark(address_of(target) - region->base, bytes);
}

Status Memory::check_copy(const void* target, const void* source, std::size_t bytes, CopyKind kind) const
{
    if (bytes == 0)
        return Status::success;
    if (static_cast<std::uint32_t>(kind) > static_cast<std::uint32_t>(CopyKind::by_address))
        return Status::invalid_direction;
    const bool is_valid =
        place(target, bytes) != nullptr && place(source, bytes) != nullptr && fits_direction(target, source, kind);
    return is_valid ? Status::success : Status::invalid_value;
}

Status Memory::copy(void* target, const void* source, std::size_t bytes, CopyKind kind)
{
    const Status status = check_copy(target, source, bytes, kind);
    if (status != Status::success || bytes == 0)
        return status;
    std::memmove(place(target, bytes), place(source, bytes), bytes);
    mark_initialized(target, bytes);
    return Status::success;
}

// Rows of a buffer of the device stay in it; those of the host are the program's own affair.
bool Memory::holds(const Rows& rows, const Extent& extent) const
{
    const auto bytes = span_of(rows, extent);
    if (!bytes)
        return false;
    return *bytes == 0 || !is_of_device(rows.first) || place(rows.first, *bytes) != nullptr;
}

Status Memory::check_rows(const Rows& target, const Rows& source, const Extent& extent, CopyKind kind) const
{
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0)
        return Status::success;
    const bool rows = extent.height > 1;
    if (rows && (extent.width > target.pitch || extent.width > source.pitch || std::max(target.pitch, source.pitch) > kMaxPitch))
        return Status::invalid_pitch;
    if (!holds(target, extent) || !holds(source, extent))
        return Status::invalid_value;
    return check_copy(target.first, source.first, extent.width, kind);
}

Status Memory::copy_rows(const Rows& target, const Rows& source, const Extent& extent, CopyKind kind)
{
    if (const Status status = check_rows(target, source, extent, kind); status != Status::success)
        return status;
    for (std::size_t z = 0; z < extent.depth; ++z) {
        for (std::size_t y = 0; y < extent.height; ++y) {
            auto* const to = std::bit_cast<void*>(address_of(target.first) + z * target.slice + y * target.pitch);
            const auto* const from = std::bit_cast<const void*>(address_of(source.first) + z * source.slice + y * source.pitch);
            if (const Status status = copy(to, from, extent.width, kind); status != Status::success)
                return status;
        }
    }
    return Status::success;
}

namespace {

// Whether the position lies in the array, or its distance from the pointer is a size.
bool has_position(const Array* array, const PitchedPointer& memory, const Position& at)
{
    if (array != nullptr)
        return at.x <= array->extent.width && at.y <= array->rows() && at.z <= array->slices();
    const auto slice = product(memory.pitch, memory.ysize);
    return sum(sum(slice ? product(at.z, *slice) : slice, product(at.y, memory.pitch)), at.x).has_value();
}

} // namespace

std::optional<Memory::Copied3D> Memory::rows_of(const Copy3D& parameters)
{
    Extent bytes = parameters.extent; // elements if an array takes part
    const Array* const counted = parameters.source_array != nullptr ? parameters.source_array : parameters.target_array;
    if (counted != nullptr) {
        const auto width = product(bytes.width, counted->format.bytes());
        if (!width)
            return std::nullopt;
        bytes.width = *width;
    }
    if (!has_position(parameters.target_array, parameters.target, parameters.target_position)
        || !has_position(parameters.source_array, parameters.source, parameters.source_position))
        return std::nullopt;
    const auto rows = [](const Array* array, const PitchedPointer& memory, const Position& at) {
        if (array != nullptr) {
            const std::size_t slice = array->row_bytes() * array->rows();
            const DeviceAddress first = array->address + at.z * slice + at.y * array->row_bytes() + at.x * array->format.bytes();
            return Rows { std::bit_cast<const void*>(first), array->row_bytes(), slice };
        }
        const std::size_t slice = memory.pitch * memory.ysize;
        const DeviceAddress first = address_of(memory.pointer) + at.z * slice + at.y * memory.pitch + at.x;
        return Rows { std::bit_cast<const void*>(first), memory.pitch, slice };
    };
    return Copied3D { rows(parameters.target_array, parameters.target, parameters.target_position),
        rows(parameters.source_array, parameters.source, parameters.source_position), bytes };
}

Status Memory::copy_3d(const Copy3D& parameters)
{
    const auto copied = rows_of(parameters);
    return copied ? copy_rows(copied->target, copied->source, copied->bytes, parameters.kind) : Status::invalid_value;
}

Status Memory::check_3d(const Copy3D& parameters) const
{
    const auto copied = rows_of(parameters);
    return copied ? check_rows(copied->target, copied->source, copied->bytes, parameters.kind) : Status::invalid_value;
}

Status Memory::check_set(const Rows& target, std::size_t element_bytes, const Extent& extent) const
{
    const auto width = product(extent.width, element_bytes);
    const bool overlaps = width && extent.height > 1 && *width > target.pitch;
    if (!width || overlaps || !holds(target, { *width, extent.height, extent.depth }))
        return Status::invalid_value;
    const bool any = *width != 0 && extent.height != 0 && extent.depth != 0;
    if (any && !is_of_device(target.first)) // pageable memory of the host
        return Status::invalid_value;
    return any && place(target.first, *width) == nullptr ? Status::invalid_value : Status::success;
}

Status Memory::set_rows(const Rows& target, std::uint32_t value, std::size_t element_bytes, const Extent& extent)
{
    if (const Status status = check_set(target, element_bytes, extent); status != Status::success)
        return status;
    const std::size_t bytes = extent.width * element_bytes;
    for (std::size_t z = 0; z < extent.depth; ++z) {
        for (std::size_t y = 0; y < extent.height; ++y) {
            const auto* const first = std::bit_cast<const void*>(address_of(target.first) + z * target.slice + y * target.pitch);
            std::byte* const to = place(first, bytes);
            if (bytes == 0)
                continue;
            if (to == nullptr)
                return Status::invalid_value;
            if (element_bytes == 1)
                std::memset(to, static_cast<int>(value & 0xffU), bytes);
            else
                for (std::size_t i = 0; i < extent.width; ++i)
                    std::memcpy(to + i * element_bytes, &value, element_bytes);
            mark_initialized(first, bytes);
        }
    }
    return Status::success;
}

} // namespace warpstage::runtime

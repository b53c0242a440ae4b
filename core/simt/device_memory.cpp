#include "core/simt/device_memory.h"

#include "core/base/verify.h"
#include "core/simt/checks/content/initialized_bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <utility>

namespace warpstage::simt {

namespace {

constexpr std::uint64_t kBufferAlignment = 256; // of cudaMalloc (CUDA C++ Programming Guide, "Device Memory Accesses")
// Addresses cost nothing, so the unmapped gap is wide: an index that is wrong by millions still does not reach another buffer.
constexpr std::uint64_t kGap = std::uint64_t { 16 } << 20;
constexpr DeviceAddress kFirst = DeviceAddress { 1 } << 40;
constexpr DeviceAddress kEnd = DeviceAddress { 1 } << 46; // of the addresses that allocate() returns
// Addresses that a buffer can be given: not near null, and those of programs and GPUs have 47 to 49 bits.
constexpr DeviceAddress kFirstGiven = DeviceAddress { 1 } << 12;
constexpr DeviceAddress kEndGiven = DeviceAddress { 1 } << 49;

struct Free {
    std::byte* start = nullptr; // of the memory, in front of the aligned content
    void operator()(std::byte* /*content*/) const { std::free(start); }
};
using Content = std::unique_ptr<std::byte, Free>;

std::uint64_t aligned(std::uint64_t value)
{
    return (value + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment;
}

// calloc gets zeroed pages from the system: pages of a large buffer that are never accessed cost nothing.
Content zeroed(std::size_t bytes)
{
    const std::size_t size = aligned(std::max<std::size_t>(bytes, 1)) + kBufferAlignment;
    auto* const start = static_cast<std::byte*>(std::calloc(size, 1));
    VERIFY(start != nullptr);
    const std::size_t misplaced = reinterpret_cast<std::uintptr_t>(start) % kBufferAlignment;
    return Content(start + (misplaced == 0 ? 0 : kBufferAlignment - misplaced), Free { start });
}

} // namespace

struct DeviceMemory::Storage {
    std::vector<Region> regions; // sorted by base
    std::map<DeviceAddress, Content> contents;
    std::map<DeviceAddress, InitializedBytes> initialized; // of buffers allocated without content
    DeviceAddress next = kFirst;

    [[nodiscard]] const Region& starting_at(DeviceAddress address) const
    {
        const auto found = std::lower_bound(regions.begin(), regions.end(), address,
            [](const Region& region, DeviceAddress wanted) { return region.base < wanted; });
        VERIFY(found != regions.end() && found->base == address);
        return *found;
    }

    // A new buffer is behind all others except mapped memory of the host.
    void insert(Region region)
    {
        const auto behind = std::upper_bound(regions.begin(), regions.end(), region.base,
            [](DeviceAddress wanted, const Region& other) { return wanted < other.base; });
        regions.insert(behind, std::move(region));
    }
};

DeviceMemory::DeviceMemory()
    : m_storage(std::make_unique<Storage>())
{
}
DeviceMemory::~DeviceMemory() = default;
DeviceMemory::DeviceMemory(DeviceMemory&&) noexcept = default;
DeviceMemory& DeviceMemory::operator=(DeviceMemory&&) noexcept = default;

DeviceAddress DeviceMemory::allocate(std::string name, std::size_t bytes)
{
    const DeviceAddress base = m_storage->next;
    Content content = zeroed(bytes);
    m_storage->insert({ std::move(name), base, bytes, content.get(), nullptr });
    m_storage->contents.emplace(base, std::move(content));
    m_storage->next = aligned(base + bytes + kGap);
    return base;
}

DeviceAddress DeviceMemory::allocate_uninitialized(std::string name, std::size_t bytes)
{
    const DeviceAddress base = m_storage->next;
    Content content = zeroed(bytes);
    InitializedBytes* initialized = &m_storage->initialized.emplace(base, InitializedBytes(bytes)).first->second;
    m_storage->insert({ std::move(name), base, bytes, content.get(), initialized });
    m_storage->contents.emplace(base, std::move(content));
    m_storage->next = aligned(base + bytes + kGap);
    return base;
}

Result<void> DeviceMemory::allocate_at(DeviceAddress address, std::string name, std::size_t bytes)
{
    if (bytes == 0 || std::uint64_t { bytes } > kEndGiven || address < kFirstGiven || address > kEndGiven - bytes)
        return Error { fmt::format("Buffer `{}` cannot have {} bytes at the address 0x{:x}.", name, bytes, address) };
    if (const Region* other = nearest(address + bytes - 1); other != nullptr && other->base + other->size > address)
        return Error { fmt::format("Buffer `{}` overlaps buffer `{}` at the address 0x{:x}.", name, other->name, address) };
    // Vector accesses on the host require the alignment that the address has.
    const std::uint64_t shift = address % kBufferAlignment;
    Content content = zeroed(bytes + shift);
    m_storage->insert({ std::move(name), address, bytes, content.get() + shift, nullptr });
    m_storage->contents.emplace(address, std::move(content));
    if (address < kEnd)
        m_storage->next = std::max(m_storage->next, aligned(address + bytes + kGap));
    return {};
}

DeviceAddress DeviceMemory::map(std::string name, std::span<std::byte> host)
{
    const auto base = DeviceAddress { reinterpret_cast<std::uintptr_t>(host.data()) };
    m_storage->insert({ std::move(name), base, host.size(), host.data(), nullptr });
    return base;
}

void DeviceMemory::mark_initialized(DeviceAddress address)
{
    const auto found = m_storage->initialized.find(address);
    if (found != m_storage->initialized.end())
        found->second.mark_all();
}

void DeviceMemory::mark_all_initialized()
{
    for (auto& [address, bytes] : m_storage->initialized)
        bytes.mark_all();
}

void DeviceMemory::release(DeviceAddress address)
{
    const Region& region = m_storage->starting_at(address);
    m_storage->regions.erase(m_storage->regions.begin() + (&region - m_storage->regions.data()));
    m_storage->contents.erase(address);
    m_storage->initialized.erase(address);
}

std::span<std::byte> DeviceMemory::bytes(DeviceAddress address)
{
    const Region& region = m_storage->starting_at(address);
    return { region.data, static_cast<std::size_t>(region.size) };
}

std::span<const std::byte> DeviceMemory::bytes(DeviceAddress address) const
{
    const Region& region = m_storage->starting_at(address);
    return { region.data, static_cast<std::size_t>(region.size) };
}

const DeviceMemory::Region* DeviceMemory::nearest(DeviceAddress address) const
{
    const std::vector<Region>& regions = m_storage->regions;
    const auto behind = std::upper_bound(
        regions.begin(), regions.end(), address, [](DeviceAddress wanted, const Region& region) { return wanted < region.base; });
    return behind == regions.begin() ? nullptr : &*(behind - 1);
}

std::span<const DeviceMemory::Region> DeviceMemory::regions() const
{
    return m_storage->regions;
}

} // namespace warpstage::simt

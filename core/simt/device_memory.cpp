#include "core/simt/device_memory.h"

#include "core/base/verify.h"
#include "core/base/zeroed_bytes.h"
#include "core/simt/checks/content/initialized_bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <iterator>
#include <map>
#include <mutex>
#include <new>
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

std::uint64_t aligned(std::uint64_t value)
{
    return (value + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment;
}

// The last of a sorted container that begins at or before `address`, else end.
template <typename Map> auto at_or_before(Map& map, DeviceAddress address)
{
    const auto behind = map.upper_bound(address);
    return behind == map.begin() ? map.end() : std::prev(behind);
}

} // namespace

struct DeviceMemory::Storage {
    struct Freed {
        std::string name;
        std::uint64_t size = 0; // bytes
    };

    std::map<DeviceAddress, Region> regions;
    std::map<DeviceAddress, ZeroedBytes> contents;
    std::map<DeviceAddress, InitializedBytes> initialized; // of buffers allocated without content
    std::map<DeviceAddress, Freed> freed; // the last ones; for messages
    std::function<std::string(DeviceAddress)> foreign;
    DeviceAddress next = kFirst;
    // The regions in one array, made when it is needed after a change: programs have up to millions of buffers.
    std::mutex mutex; // of the workers of a launch, which all ask for the array
    std::atomic<bool> stale = false;
    std::shared_ptr<std::vector<Region>> sorted = std::make_shared<std::vector<Region>>();

    std::vector<std::weak_ptr<std::vector<Region>>> before; // arrays that changed while there was a snapshot of them
    // Of buffers that were released while a launch could access them: a kernel that still does writes there, not into other
    // memory.
    std::vector<std::map<DeviceAddress, ZeroedBytes>::node_type> late_contents;
    std::vector<std::map<DeviceAddress, InitializedBytes>::node_type> late_initialized;

    // Another array if there is a snapshot of this one.
    [[nodiscard]] std::vector<Region>& changeable()
    {
        if (sorted.use_count() > 1) {
            before.emplace_back(sorted);
            sorted = std::make_shared<std::vector<Region>>(*sorted);
        }
        return *sorted;
    }

    [[nodiscard]] bool has_snapshots()
    {
        std::erase_if(before, [](const auto& array) { return array.expired(); });
        return sorted.use_count() > 1 || !before.empty();
    }

    void release_content(DeviceAddress base)
    {
        auto content = contents.extract(base);
        auto its_initialized = initialized.extract(base);
        if (!has_snapshots()) {
            late_contents.clear();
            late_initialized.clear();
            return;
        }
        if (content)
            late_contents.push_back(std::move(content));
        if (its_initialized)
            late_initialized.push_back(std::move(its_initialized));
    }

    [[nodiscard]] const Region& starting_at(DeviceAddress address) const
    {
        const auto found = regions.find(address);
        VERIFY(found != regions.end());
        return found->second;
    }

    void insert(Region region)
    {
        const DeviceAddress base = region.base;
        if (!stale && (sorted->empty() || sorted->back().base < base))
            changeable().push_back(region);
        else
            stale = true;
        freed.erase(base);
        regions.emplace(base, std::move(region));
    }

    void erase(DeviceAddress base)
    {
        constexpr std::size_t kMaxFreed = 65536;
        const auto found = regions.find(base);
        if (freed.size() == kMaxFreed)
            freed.erase(freed.begin());
        freed.insert_or_assign(base, Freed { std::move(found->second.name), found->second.size });
        regions.erase(found);
        if (!stale && sorted->back().base == base)
            changeable().pop_back();
        else
            stale = true;
    }

    // A free range, behind the last one that was given: a stale pointer does not find a new buffer before all addresses have been
    // used once.
    [[nodiscard]] DeviceAddress take_range(std::uint64_t bytes)
    {
        for (const DeviceAddress first : { next, kFirst }) {
            DeviceAddress base = first;
            while (bytes <= kEnd - kGap && base <= kEnd - kGap - bytes) {
                const auto other = at_or_before(regions, base + bytes + kGap);
                if (other == regions.end() || other->first + other->second.size + kGap <= base) {
                    next = aligned(base + bytes + kGap);
                    return base;
                }
                base = aligned(other->first + std::max<std::uint64_t>(other->second.size, 1) + kGap);
            }
        }
        throw std::bad_alloc();
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
    ZeroedBytes content(bytes);
    const DeviceAddress base = m_storage->take_range(bytes);
    m_storage->insert({ std::move(name), base, bytes, content.data(), nullptr });
    m_storage->contents.emplace(base, std::move(content));
    return base;
}

DeviceAddress DeviceMemory::allocate_uninitialized(std::string name, std::size_t bytes)
{
    ZeroedBytes content(bytes);
    InitializedBytes unwritten(bytes);
    const DeviceAddress base = m_storage->take_range(bytes);
    InitializedBytes* initialized = &m_storage->initialized.emplace(base, std::move(unwritten)).first->second;
    m_storage->insert({ std::move(name), base, bytes, content.data(), initialized });
    m_storage->contents.emplace(base, std::move(content));
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
    ZeroedBytes content(bytes + shift);
    m_storage->insert({ std::move(name), address, bytes, content.data() + shift, nullptr });
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
    VERIFY(m_storage->regions.contains(address));
    m_storage->erase(address);
    m_storage->release_content(address);
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
    const auto found = at_or_before(m_storage->regions, address);
    return found == m_storage->regions.end() ? nullptr : &found->second;
}

std::span<const DeviceMemory::Region> DeviceMemory::regions() const
{
    if (m_storage->stale) {
        const std::scoped_lock lock(m_storage->mutex);
        if (m_storage->stale) {
            std::vector<Region>& sorted = m_storage->changeable();
            sorted.clear();
            for (const auto& [base, region] : m_storage->regions)
                sorted.push_back(region);
            m_storage->stale = false;
        }
    }
    return *m_storage->sorted;
}

DeviceMemory::Snapshot DeviceMemory::snapshot() const
{
    static_cast<void>(regions());
    return m_storage->sorted;
}

std::string DeviceMemory::describe_outside(DeviceAddress address) const
{
    const auto freed = at_or_before(m_storage->freed, address);
    if (freed != m_storage->freed.end() && address - freed->first < freed->second.size)
        return fmt::format(
            "memory that has been freed (`cudaFree`): byte {} of `{}`", address - freed->first, freed->second.name);
    return m_storage->foreign ? m_storage->foreign(address) : std::string {};
}

void DeviceMemory::set_foreign(std::function<std::string(DeviceAddress)> foreign)
{
    m_storage->foreign = std::move(foreign);
}

} // namespace warpstage::simt

#include "core/runtime/late/guarded_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>

namespace warpstage::runtime {

namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kWord = 4; // bytes

// The signal handler reads and writes it, so nothing in it allocates.
struct Guard {
    const void* owner = nullptr; // null: free
    std::byte* first = nullptr;
    std::size_t bytes = 0;
    HostRange::Use use = HostRange::Use::argument;
    bool open = false; // the host has accessed it
    std::byte* accessed = nullptr; // where
    std::array<std::byte, kPage> at_access; // the page with that address, when the host accessed it
    std::array<std::byte, kPage> before; // the same page, before the operation ran
    std::array<char, 64> name;
};

constexpr std::size_t kMaxGuards = 256;

std::array<Guard, kMaxGuards>& guards()
{
    static std::array<Guard, kMaxGuards> all;
    return all;
}

bool is_any_guarded = false; // NOLINT: written by the thread that holds the device, read by the handler

std::byte* page_of(std::byte* address)
{
    return address - std::bit_cast<std::uintptr_t>(address) % kPage;
}

// From page to page: a range of an allocation that begins with a page.
std::size_t page_bytes(const Guard& guard)
{
    const std::byte* const first = page_of(guard.first);
    return (static_cast<std::size_t>(guard.first - first) + guard.bytes + kPage - 1) / kPage * kPage;
}

void set_access(const Guard& guard, int access)
{
    mprotect(page_of(guard.first), page_bytes(guard), access);
}

// Of an argument of a kernel: the host has accessed a word that the kernel has written, or changed a byte that it has read.
std::optional<HostAccess> access_of_argument(const Guard& guard, const UsedMemory* used)
{
    const auto address_of = [](const std::byte* place) {
        return std::bit_cast<std::uint64_t>(place);
    };
    const std::byte* const page = page_of(guard.accessed);
    if (used == nullptr || !used->is_wanted()) {
        const std::size_t at = static_cast<std::size_t>(guard.accessed - page) / kWord * kWord;
        const bool changed = std::memcmp(guard.before.data() + at, page + at, kWord) != 0;
        return changed ? std::optional { HostAccess { guard.name.data(), address_of(guard.accessed), true } } : std::nullopt;
    }
    if (used->has(address_of(guard.accessed), Use::write))
        return HostAccess { guard.name.data(), address_of(guard.accessed), true };
    for (std::size_t at = 0; at < kPage; ++at) {
        if (guard.at_access[at] != guard.before[at] && used->has(address_of(page + at), Use::read))
            return HostAccess { guard.name.data(), address_of(page + at), false };
    }
    return std::nullopt;
}

} // namespace

GuardedMemory::~GuardedMemory()
{
    open();
    for (Guard& guard : guards())
        guard.owner = nullptr;
}

void GuardedMemory::protect(const void* owner, const std::vector<HostRange>& ranges)
{
    for (const HostRange& range : ranges) {
        auto* const free = std::ranges::find(guards(), nullptr, &Guard::owner);
        if (free == guards().end() || range.bytes == 0)
            continue;
        free->first = range.first;
        free->bytes = range.bytes;
        free->use = range.use;
        free->open = false;
        free->accessed = nullptr;
        free->name = {};
        std::strncpy(free->name.data(), range.name.c_str(), free->name.size() - 1);
        free->owner = owner;
    }
    close();
}

bool GuardedMemory::is_accessed(const void* owner)
{
    return std::ranges::any_of(
        guards(), [owner](const Guard& guard) { return guard.owner == owner && guard.accessed != nullptr; });
}

std::vector<HostAccess> GuardedMemory::release(const void* owner, const UsedMemory* used)
{
    std::vector<HostAccess> accesses;
    for (Guard& guard : guards()) {
        if (guard.owner != owner || owner == nullptr)
            continue;
        guard.owner = nullptr;
        if (guard.accessed == nullptr)
            continue;
        if (guard.use != HostRange::Use::argument)
            accesses.push_back(
                { guard.name.data(), std::bit_cast<std::uint64_t>(guard.accessed), guard.use != HostRange::Use::source });
        else if (auto access = access_of_argument(guard, used))
            accesses.push_back(*std::move(access));
    }
    return accesses;
}

void GuardedMemory::remember(const void* owner)
{
    for (Guard& guard : guards())
        if (guard.owner == owner && guard.accessed != nullptr)
            std::memcpy(guard.before.data(), page_of(guard.accessed), guard.before.size());
}

void GuardedMemory::open()
{
    is_any_guarded = false;
    for (const Guard& guard : guards())
        if (guard.owner != nullptr)
            set_access(guard, PROT_READ | PROT_WRITE);
}

// Sources first: a page that is also a target cannot be accessed at all.
void GuardedMemory::close()
{
    for (const bool target : { false, true }) {
        for (const Guard& guard : guards()) {
            if (guard.owner == nullptr || guard.open || (guard.use != HostRange::Use::source) != target)
                continue;
            set_access(guard, target ? PROT_NONE : PROT_READ);
            is_any_guarded = true;
        }
    }
}

bool GuardedMemory::admit(const void* address)
{
    if (!is_any_guarded)
        return false;
    bool known = false;
    auto* const place = static_cast<std::byte*>(const_cast<void*>(address));
    for (Guard& guard : guards()) {
        if (guard.owner == nullptr || place < page_of(guard.first) || place >= page_of(guard.first) + page_bytes(guard))
            continue;
        known = true;
        set_access(guard, PROT_READ | PROT_WRITE);
        if (guard.open)
            continue;
        guard.open = true;
        if (place >= guard.first && place < guard.first + guard.bytes) {
            guard.accessed = place;
            std::memcpy(guard.at_access.data(), page_of(place), guard.at_access.size());
        }
    }
    return known;
}

} // namespace warpstage::runtime

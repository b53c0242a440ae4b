// Memory pools: all take their memory from the device or the host at once and give it back at once.
#include "app/runtime/api.h"
#include "app/runtime/pools.h"
#include "app/runtime/runtime_functions.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

// Source: CUDA Runtime API reference, cudaMemPoolAttr.
enum class PoolAttribute : int {
    last_flag = 3,
    release_threshold,
    reserved,
    highest_reserved,
    used,
    highest_used,
    type,
    handle_types,
    location_number,
    location_type,
    max_bytes,
    decompression
};

struct PoolMemory {
    Pool* pool = nullptr;
    std::size_t bytes = 0;
};

struct Pools {
    // One of each kind of memory: in device memory, in pinned memory of the host, managed.
    Pool device;
    Pool host { { PoolProperties::kPinned, 0, { MemoryLocation::kHost, 0 } } };
    Pool managed { { PoolProperties::kManaged } };
    std::map<MemoryKind, Pool*> current { { MemoryKind::device, &device }, { MemoryKind::pinned, &host },
        { MemoryKind::managed, &managed } };
    std::deque<Pool> created; // they stay until the program ends: memory may still refer to them
    std::map<const void*, PoolMemory> memory;

    [[nodiscard]] Pool* default_of(MemoryKind kind)
    {
        return kind == MemoryKind::managed ? &managed : kind == MemoryKind::pinned ? &host : &device;
    }
    [[nodiscard]] bool contains(const Pool* pool) const
    {
        return pool == &device || pool == &host || pool == &managed
            || std::ranges::any_of(created, [pool](const Pool& one) { return &one == pool; });
    }
};

// Guarded by the device's mutex.
Pools& pools()
{
    static Pools all;
    return all;
}

MemoryKind kind_of(const MemoryLocation& location, int type)
{
    if (type == PoolProperties::kManaged)
        return MemoryKind::managed;
    return location.type == MemoryLocation::kDevice ? MemoryKind::device : MemoryKind::pinned;
}

bool is_valid(const MemoryLocation& location, int type)
{
    constexpr int kLast = 4; // cudaMemLocationTypeHostNumaCurrent
    if (type != PoolProperties::kPinned && type != PoolProperties::kManaged)
        return false;
    const int first = type == PoolProperties::kManaged ? 0 : MemoryLocation::kDevice; // 0: no preferred location
    return location.type >= first && location.type <= kLast && (location.type != MemoryLocation::kDevice || location.number == 0);
}

// The others have 64 bits.
bool is_int(PoolAttribute attribute)
{
    return attribute <= PoolAttribute::last_flag || attribute == PoolAttribute::decompression
        || (attribute >= PoolAttribute::type && attribute <= PoolAttribute::location_type);
}

bool is_setting(PoolAttribute attribute)
{
    return static_cast<int>(attribute) > 0 && attribute <= PoolAttribute::release_threshold;
}

std::optional<std::uint64_t> value_of(const Pool& pool, PoolAttribute attribute)
{
    switch (attribute) {
    case PoolAttribute::reserved:
    case PoolAttribute::used:
        return pool.used;
    case PoolAttribute::highest_reserved:
    case PoolAttribute::highest_used:
        return pool.highest_used;
    case PoolAttribute::type:
        return pool.properties.type;
    case PoolAttribute::handle_types:
        return pool.properties.handle_types;
    case PoolAttribute::location_number:
        return pool.properties.location.number;
    case PoolAttribute::location_type:
        return pool.properties.location.type;
    case PoolAttribute::max_bytes:
        return pool.properties.max_bytes;
    case PoolAttribute::decompression:
        return 0;
    case PoolAttribute::last_flag:
    case PoolAttribute::release_threshold:
    default:
        return is_setting(attribute) ? std::optional { pool.settings.at(static_cast<std::size_t>(attribute)) } : std::nullopt;
    }
}

// A high watermark can only be set to zero, which means: to what is used.
Status set_value(Pool& pool, PoolAttribute attribute, std::uint64_t value)
{
    if (is_setting(attribute)) {
        pool.settings.at(static_cast<std::size_t>(attribute)) = value;
        return Status::success;
    }
    const bool is_watermark = attribute == PoolAttribute::highest_used || attribute == PoolAttribute::highest_reserved;
    if (!is_watermark || value != 0)
        return Status::invalid_value;
    pool.highest_used = pool.used;
    return Status::success;
}

// Runs `function(pool)` for a pool of the program or the device.
template <typename Function> Status with_pool(Pool* pool, Function&& function)
{
    return call(
        [&](Device&) { return pools().contains(pool) ? std::forward<Function>(function)(*pool) : Status::invalid_value; });
}

// Runs `function(kind)` for the kind of memory of a location.
template <typename Function> Status with_kind(const MemoryLocation* location, int type, Function&& function)
{
    return call([&](Device&) {
        if (location == nullptr || !is_valid(*location, type))
            return Status::invalid_value;
        return std::forward<Function>(function)(kind_of(*location, type));
    });
}

} // namespace

MemoryKind Pool::kind() const
{
    return kind_of(properties.location, properties.type);
}

Pool* pool_of(const void* pointer)
{
    const auto behind = pools().memory.upper_bound(pointer);
    if (behind == pools().memory.begin())
        return nullptr;
    const auto& [first, memory] = *std::prev(behind);
    const auto offset = reinterpret_cast<std::uintptr_t>(pointer) - reinterpret_cast<std::uintptr_t>(first);
    return offset < memory.bytes ? memory.pool : nullptr;
}

std::optional<MemoryKind> leave_pool(const void* pointer)
{
    const auto found = pools().memory.find(pointer);
    if (found == pools().memory.end())
        return std::nullopt;
    Pool& pool = *found->second.pool;
    pool.used -= found->second.bytes;
    pools().memory.erase(found);
    return pool.kind();
}

// An allocation in the order of a stream disturbs no capture. In a stream that is being captured it is a node, and each launch of
// the graph uses the same memory.
WARPSTAGE_API Status cudaMallocFromPoolAsync(void** result, std::size_t bytes, Pool* pool, Stream* stream)
{
    return with_pool(pool, [&](Pool& from) {
        const std::size_t limit = from.properties.max_bytes;
        if (limit != 0 && bytes > limit - std::min<std::size_t>(limit, from.used))
            return Status::memory_allocation;
        constexpr unsigned int kGlobal = 1; // cudaMemAttachGlobal
        Streams& streams = device().streams;
        const CaptureMode own = streams.exchange_capture_mode(CaptureMode::relaxed);
        const Status status = from.kind() == MemoryKind::device ? cudaMalloc(result, bytes)
            : from.kind() == MemoryKind::managed                ? cudaMallocManaged(result, bytes, kGlobal)
                                                                : cudaMallocHost(result, bytes);
        streams.exchange_capture_mode(own);
        if (status == Status::success && streams.is_captured(stream)) {
            if (const Status added = streams.submit(stream, NodeType::allocate, {}); added != Status::success)
                return added;
        }
        if (status == Status::success && *result != nullptr) {
            pools().memory[*result] = { &from, bytes };
            from.used += bytes;
            from.highest_used = std::max(from.highest_used, from.used);
        }
        return status;
    });
}

WARPSTAGE_API Status cudaMallocAsync(void** result, std::size_t bytes, Stream* stream)
{
    return call([&](Device&) { return cudaMallocFromPoolAsync(result, bytes, pools().current.at(MemoryKind::device), stream); });
}

WARPSTAGE_API Status cudaMemGetDefaultMemPool(Pool** result, const MemoryLocation* location, int type)
{
    return with_kind(location, type, [&](MemoryKind kind) {
        if (result == nullptr)
            return Status::invalid_value;
        *result = pools().default_of(kind);
        return Status::success;
    });
}

WARPSTAGE_API Status cudaMemGetMemPool(Pool** result, const MemoryLocation* location, int type)
{
    return with_kind(location, type, [&](MemoryKind kind) {
        if (result == nullptr)
            return Status::invalid_value;
        *result = pools().current.at(kind);
        return Status::success;
    });
}

WARPSTAGE_API Status cudaMemSetMemPool(const MemoryLocation* location, int type, Pool* pool)
{
    return with_kind(location, type, [&](MemoryKind kind) {
        if (!pools().contains(pool) || pool->kind() != kind)
            return Status::invalid_value;
        pools().current[kind] = pool;
        return Status::success;
    });
}

WARPSTAGE_API Status cudaDeviceGetDefaultMemPool(Pool** result, int number)
{
    const MemoryLocation location { MemoryLocation::kDevice, number };
    return number != 0 ? fail(Status::invalid_device) : cudaMemGetDefaultMemPool(result, &location, PoolProperties::kPinned);
}

WARPSTAGE_API Status cudaDeviceGetMemPool(Pool** result, int number)
{
    const MemoryLocation location { MemoryLocation::kDevice, number };
    return number != 0 ? fail(Status::invalid_device) : cudaMemGetMemPool(result, &location, PoolProperties::kPinned);
}

WARPSTAGE_API Status cudaDeviceSetMemPool(int number, Pool* pool)
{
    const MemoryLocation location { MemoryLocation::kDevice, number };
    return number != 0 ? fail(Status::invalid_device) : cudaMemSetMemPool(&location, PoolProperties::kPinned, pool);
}

WARPSTAGE_API Status cudaMemPoolCreate(Pool** result, const PoolProperties* properties)
{
    return call([&](Device&) {
        if (result == nullptr || properties == nullptr || !is_valid(properties->location, properties->type))
            return Failure { Status::invalid_value, {} };
        if (properties->handle_types != 0)
            return Failure { Status::not_supported, "Memory pools for other processes are not supported on the virtual device." };
        *result = &pools().created.emplace_back(Pool { *properties });
        return Failure { Status::success, {} };
    });
}

// Its memory stays until the program frees it.
WARPSTAGE_API Status cudaMemPoolDestroy(Pool* pool)
{
    return with_pool(pool, [](Pool& destroyed) {
        Pool* const fallback = pools().default_of(destroyed.kind());
        if (&destroyed == fallback)
            return Status::invalid_value;
        Pool*& current = pools().current[destroyed.kind()];
        if (current == &destroyed)
            current = fallback;
        return Status::success;
    });
}

WARPSTAGE_API Status cudaMemPoolTrimTo(Pool* pool, std::size_t /*kept*/)
{
    return with_pool(pool, [](const Pool&) { return Status::success; });
}

// There is no other device.
WARPSTAGE_API Status cudaMemPoolSetAccess(Pool* pool, const void* /*access*/, std::size_t /*count*/)
{
    return with_pool(pool, [](const Pool&) { return Status::success; });
}

WARPSTAGE_API Status cudaMemPoolGetAccess(int* flags, Pool* pool, const MemoryLocation* location)
{
    return with_pool(pool, [&](const Pool& known) {
        if (flags == nullptr || location == nullptr || !is_valid(*location, PoolProperties::kPinned))
            return Status::invalid_value;
        constexpr int kReadWrite = 3; // cudaMemAccessFlagsProtReadWrite
        *flags = location->type == MemoryLocation::kDevice || known.kind() != MemoryKind::device ? kReadWrite : 0;
        return Status::success;
    });
}

WARPSTAGE_API Status cudaMemPoolSetAttribute(Pool* pool, int number, const void* value)
{
    return with_pool(pool, [&](Pool& known) {
        const auto attribute = static_cast<PoolAttribute>(number);
        std::uint64_t given = 0;
        if (value == nullptr)
            return Status::invalid_value;
        std::memcpy(&given, value, is_int(attribute) ? sizeof(int) : sizeof(given));
        return set_value(known, attribute, given);
    });
}

WARPSTAGE_API Status cudaMemPoolGetAttribute(Pool* pool, int number, void* value)
{
    return with_pool(pool, [&](const Pool& known) {
        const auto attribute = static_cast<PoolAttribute>(number);
        const auto found = value_of(known, attribute);
        if (value == nullptr || !found)
            return Status::invalid_value;
        std::memcpy(value, &*found, is_int(attribute) ? sizeof(int) : sizeof(*found));
        return Status::success;
    });
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)

// Memory pools: all take their memory from the device; their attributes are only remembered.
#include "app/runtime/api.h"

#include <array>
#include <cstring>
#include <deque>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

// cudaMemPool_t points to it.
struct Pool {
    std::array<std::uint64_t, 16> attributes {}; // by cudaMemPoolAttr
};

namespace {

// The first one is the default pool. Pools of the program stay until its end: memory may still refer to them.
std::deque<Pool>& pools()
{
    static std::deque<Pool> all(1);
    return all;
}

// The first three attributes are int, the others 64 bits (CUDA Runtime API reference, cudaMemPoolAttr, from 1).
std::size_t attribute_bytes(int attribute)
{
    constexpr int kLastInteger = 3;
    return attribute <= kLastInteger ? sizeof(int) : sizeof(std::uint64_t);
}

bool is_attribute(int attribute)
{
    return attribute > 0 && static_cast<std::size_t>(attribute) < Pool {}.attributes.size();
}

} // namespace

WARPSTAGE_API Status cudaDeviceGetDefaultMemPool(Pool** result, int number)
{
    if (result == nullptr)
        return invalid_value();
    return call([&](Device&) {
        *result = &pools().front();
        return number == 0 ? Status::success : Status::invalid_device;
    });
}

WARPSTAGE_API Status cudaDeviceGetMemPool(Pool** result, int number)
{
    return cudaDeviceGetDefaultMemPool(result, number);
}

WARPSTAGE_API Status cudaDeviceSetMemPool(int number, Pool* /*pool*/)
{
    return call([&](Device&) { return number == 0 ? Status::success : Status::invalid_device; });
}

WARPSTAGE_API Status cudaMemPoolCreate(Pool** result, const void* /*properties*/)
{
    if (result == nullptr)
        return invalid_value();
    return call([&](Device&) {
        *result = &pools().emplace_back();
        return Status::success;
    });
}

WARPSTAGE_API Status cudaMemPoolDestroy(Pool* /*pool*/)
{
    return call([](Device&) { return Status::success; });
}

WARPSTAGE_API Status cudaMemPoolTrimTo(Pool* /*pool*/, std::size_t /*kept*/)
{
    return call([](Device&) { return Status::success; });
}

WARPSTAGE_API Status cudaMemPoolSetAccess(Pool* /*pool*/, const void* /*access*/, std::size_t /*count*/)
{
    return call([](Device&) { return Status::success; });
}

WARPSTAGE_API Status cudaMemPoolSetAttribute(Pool* pool, int attribute, const void* value)
{
    if (pool == nullptr)
        return invalid_value();
    return call([&](Device&) {
        if (!is_attribute(attribute))
            return Status::invalid_value;
        std::memcpy(&pool->attributes[static_cast<std::size_t>(attribute)], value, attribute_bytes(attribute));
        return Status::success;
    });
}

WARPSTAGE_API Status cudaMemPoolGetAttribute(Pool* pool, int attribute, void* value)
{
    if (pool == nullptr)
        return invalid_value();
    return call([&](Device&) {
        if (!is_attribute(attribute))
            return Status::invalid_value;
        std::memcpy(value, &pool->attributes[static_cast<std::size_t>(attribute)], attribute_bytes(attribute));
        return Status::success;
    });
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)

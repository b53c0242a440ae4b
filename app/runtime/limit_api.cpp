// Limits of the device. Rounding, smallest values and errors are those of an H200 (driver 580, CUDA 13.0).
#include "app/runtime/api.h"

#include <algorithm>
#include <array>
#include <optional>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

// cudaLimit; those that are not named are only remembered.
enum Limit : int {
    kStackSize = 0,
    kPrintfSize = 1,
    kHeapSize = 2,
    kNestedSynchronization = 3, // not from CC 9.0 on
    kPendingLaunches = 4,
    kFetchGranularity = 5, // of L2; a hint
    kPersistingL2 = 6,
    kSharedSize = 7,
    kGraphicsEnabled = 8,
    kGraphicsFallback = 9,
    kLimits
};

constexpr std::size_t kMaxStack = std::size_t { 512 } << 10; // local memory per thread (CUDA C++ Programming Guide, table 27)
constexpr std::size_t kMaxFetchGranularity = 128; // bytes
constexpr std::size_t kLeastPrintf = std::size_t { 512 } << 10;
constexpr std::size_t kLeastHeap = std::size_t { 4 } << 20;
constexpr std::size_t kLeastPendingLaunches = 32;

std::size_t rounded_up(std::size_t value, std::size_t step)
{
    return (value + step - 1) / step * step;
}

std::size_t persisting_part(const Device& shared)
{
    return std::size_t { shared.hardware().gpu.l2_kibibytes } * 1024 / 16;
}

// Of a new context. Those of other GPUs are not known.
std::size_t first_persisting(const Device& shared)
{
    return shared.hardware().gpu.name == "H200" ? 3 * persisting_part(shared) : 0;
}

// What the program has set.
std::array<std::optional<std::size_t>, kLimits>& other_limits()
{
    static std::array<std::optional<std::size_t>, kLimits> values;
    return values;
}

Status check_limit(int limit)
{
    if (limit < 0 || limit >= kLimits)
        return Status::invalid_value;
    return limit == kNestedSynchronization || limit == kGraphicsFallback ? Status::unsupported_limit : Status::success;
}

std::size_t first_value(const Device& shared, int limit)
{
    constexpr std::size_t kFirstPendingLaunches = 2048;
    constexpr std::size_t kFirstFetchGranularity = 64;
    switch (limit) {
    case kPendingLaunches:
        return kFirstPendingLaunches;
    case kFetchGranularity:
        return kFirstFetchGranularity;
    case kPersistingL2:
        return first_persisting(shared);
    case kSharedSize:
        return shared.hardware().traits.limits.shared_bytes_per_block;
    default:
        return 0;
    }
}

std::size_t value_of(Device& shared, int limit)
{
    const simt::DeviceLimits& limits = shared.launcher.limits();
    switch (limit) {
    case kStackSize:
        return limits.stack_bytes;
    case kPrintfSize:
        return limits.print_bytes;
    case kHeapSize:
        return limits.heap_bytes;
    default:
        return other_limits()[static_cast<std::size_t>(limit)].value_or(first_value(shared, limit));
    }
}

Status set_other(int limit, std::size_t value)
{
    other_limits()[static_cast<std::size_t>(limit)] = value;
    return Status::success;
}

Status set_persisting(const Device& shared, std::size_t value)
{
    constexpr int kMaxPersistingL2 = 108; // cudaDevAttrMaxPersistingL2CacheSize
    const int most = attribute(kMaxPersistingL2, shared.hardware()).value_or(0);
    if (value > static_cast<std::size_t>(most))
        return Status::invalid_value;
    return set_other(kPersistingL2, value == 0 ? 0 : rounded_up(value, persisting_part(shared)));
}

Status set_limit(Device& shared, int limit, std::size_t value)
{
    constexpr std::size_t kStackStep = 16;
    constexpr std::size_t kPrintfStep = 256;
    Launcher& launcher = shared.launcher;
    switch (limit) {
    case kStackSize:
        if (value > kMaxStack)
            return Status::invalid_value;
        launcher.limits().stack_bytes = rounded_up(value, kStackStep);
        return Status::success;
    case kPrintfSize:
        launcher.limits().print_bytes = rounded_up(std::max(value, kLeastPrintf), kPrintfStep);
        return Status::success;
    case kHeapSize:
        if (launcher.has_used_heap())
            return Status::invalid_value; // only before the first kernel that allocates
        launcher.limits().heap_bytes = std::max(value, kLeastHeap);
        return Status::success;
    case kPendingLaunches:
        return set_other(limit, std::max(value, kLeastPendingLaunches));
    case kFetchGranularity:
        return value > kMaxFetchGranularity ? Status::invalid_value : set_other(limit, value);
    case kPersistingL2:
        return set_persisting(shared, value);
    default:
        return Status::not_permitted;
    }
}

} // namespace

WARPSTAGE_API Status cudaDeviceGetLimit(std::size_t* value, int limit)
{
    if (value == nullptr)
        return invalid_value();
    return call([&](Device& shared) {
        if (const Status status = check_limit(limit); status != Status::success)
            return status;
        *value = value_of(shared, limit);
        return Status::success;
    });
}

WARPSTAGE_API Status cudaDeviceSetLimit(int limit, std::size_t value)
{
    return call([&](Device& shared) {
        const Status status = check_limit(limit);
        return status == Status::success ? set_limit(shared, limit, value) : status;
    });
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)

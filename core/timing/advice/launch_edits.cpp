#include "core/timing/advice/launch_edits.h"

#include <cstdint>

namespace warpstage::timing {

namespace {

constexpr std::uint32_t kWarp = 32;
constexpr std::uint64_t kMaxThreads = 1024; // per block
constexpr std::uint64_t kMaxRows = 65'535; // of the grid in y

// Blocks of this shape over as many threads in x and y.
std::optional<LaunchDimensions> divided(
    std::uint64_t threads_x, std::uint64_t threads_y, const LaunchDimensions& launch, Dim3 block)
{
    if (threads_x % block.x != 0 || threads_y % block.y != 0 || threads_y / block.y > kMaxRows)
        return {};
    return LaunchDimensions {
        { static_cast<std::uint32_t>(threads_x / block.x), static_cast<std::uint32_t>(threads_y / block.y), launch.grid.z }, block
    };
}

std::uint64_t threads_x(const LaunchDimensions& launch)
{
    return std::uint64_t { launch.grid.x } * launch.block.x;
}

std::uint64_t threads_y(const LaunchDimensions& launch)
{
    return std::uint64_t { launch.grid.y } * launch.block.y;
}

} // namespace

std::optional<LaunchDimensions> larger_blocks(const LaunchDimensions& launch, std::uint32_t least)
{
    Dim3 block = launch.block;
    while (block.count() < least && block.count() <= kMaxThreads / 2)
        block.x *= 2;
    if (block == launch.block || block.count() < least)
        return {};
    return divided(threads_x(launch), threads_y(launch), launch, block);
}

std::optional<LaunchDimensions> wider_blocks(const LaunchDimensions& launch)
{
    const std::uint64_t plane = std::uint64_t { launch.block.x } * launch.block.y;
    if (launch.block.x >= kWarp || plane % kWarp != 0)
        return {};
    return divided(
        threads_x(launch), threads_y(launch), launch, { kWarp, static_cast<std::uint32_t>(plane / kWarp), launch.block.z });
}

std::optional<LaunchDimensions> swapped(const LaunchDimensions& launch)
{
    return divided(threads_y(launch), threads_x(launch), launch, launch.block);
}

} // namespace warpstage::timing

#include "core/problem/launch_change.h"

#include "core/problem/launch_limits.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace warpstage::problem {

namespace {

constexpr std::uint32_t kWarp = 32;

constexpr std::array<std::string_view, 3> kNames { "larger-blocks", "wider-blocks", "swapped" }; // in the order of LaunchChange
static_assert(kNames.size() == static_cast<std::size_t>(LaunchChange::swapped) + 1);

// Blocks of this shape over as many threads in x and y.
std::optional<LaunchDimensions> divided(
    std::uint64_t threads_x, std::uint64_t threads_y, const LaunchDimensions& launch, Dim3 block)
{
    if (threads_x % block.x != 0 || threads_y % block.y != 0 || threads_y / block.y > kMaxGrid.y)
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

std::optional<LaunchDimensions> changed(LaunchChange change, const LaunchDimensions& launch)
{
    switch (change) {
    case LaunchChange::larger_blocks:
        return larger_blocks(launch, kFewThreads).value_or(launch);
    case LaunchChange::wider_blocks:
        return wider_blocks(launch).value_or(launch);
    case LaunchChange::swapped:
        break;
    }
    if (const auto divisible = swapped(launch))
        return divisible;
    if (launch.grid.x > kMaxGrid.y)
        return {};
    return LaunchDimensions { { launch.grid.y, launch.grid.x, launch.grid.z },
        { launch.block.y, launch.block.x, launch.block.z } };
}

std::string_view name_of(LaunchChange change)
{
    return kNames.at(static_cast<std::size_t>(change));
}

std::optional<LaunchChange> find_launch_change(std::string_view name)
{
    const auto found = std::ranges::find(kNames, name);
    return found == kNames.end() ? std::nullopt : std::optional { static_cast<LaunchChange>(found - kNames.begin()) };
}

} // namespace warpstage::problem

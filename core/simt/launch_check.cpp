#include "core/simt/launch_check.h"

#include "core/simt/program_body.h"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <string>

namespace warpstage::simt {

namespace {

// CUDA C++ Programming Guide, "Compute Capability 8.x", shared memory: static allocations remain limited to 48 KB, on every
// device.
constexpr std::uint64_t kMaxStaticSharedBytes = 48 * 1024;

// Limits of every GPU (CUDA C++ Programming Guide, "Compute Capabilities", technical specifications).
constexpr std::uint64_t kMaxBlockThreads = 1024;
constexpr std::uint32_t kMaxBlockDepth = 64;
constexpr std::uint32_t kMaxGridX = 0x7fff'ffff;
constexpr std::uint32_t kMaxGridYZ = 65535;
constexpr std::uint64_t kMaxLocalBytes = std::uint64_t { 512 } * 1024;
constexpr std::uint64_t kMaxSharedBytes = std::uint64_t { 227 } * 1024;

std::string extent_text(const Dim3& extent)
{
    return fmt::format("{}x{}x{}", extent.x, extent.y, extent.z);
}

// PTX ISA, "Performance-Tuning Directives": a launch with more threads fails.
Result<void> check_launch_bounds(const Program& program, const LaunchShape& shape)
{
    const ptx::Function& kernel = program.kernel();
    if (kernel.max_block_threads && shape.block.count() > *kernel.max_block_threads)
        return Error { fmt::format("kernel `{}` cannot be launched with {} threads per block: its `__launch_bounds__` allow at "
                                   "most {}",
            kernel.display_name, shape.block.count(), *kernel.max_block_threads) };
    if (kernel.block && shape.block != *kernel.block)
        return Error { fmt::format("kernel `{}` cannot be launched with blocks of {} threads: it requires {} (`.reqntid`)",
            kernel.display_name, extent_text(shape.block), extent_text(*kernel.block)) };
    return {};
}

// What the virtual machine requires of a cluster, besides what a GPU requires (CUDA C++ Programming Guide, "Thread Block
// Clusters").
Result<void> check_cluster(const Program& program, const LaunchShape& shape, const RunOptions& options)
{
    const std::string& name = program.kernel().display_name;
    if (program.kernel().cluster && shape.cluster != program.kernel().cluster)
        return Error { fmt::format(
            "kernel `{}` cannot be launched with clusters of {} blocks: it requires {} (`__cluster_dims__`)", name,
            extent_text(*shape.cluster), extent_text(*program.kernel().cluster)) };
    const Dim3 cluster = shape.cluster.value_or(Dim3 {});
    if (cluster.count() == 0 || cluster.count() > kMaxClusterBlocks)
        return Error { fmt::format("kernel `{}` cannot be launched with clusters of {} blocks: the maximum is {} blocks", name,
            extent_text(cluster), kMaxClusterBlocks) };
    if (shape.grid.x % cluster.x != 0 || shape.grid.y % cluster.y != 0 || shape.grid.z % cluster.z != 0)
        return Error { fmt::format("kernel `{}` cannot be launched with a grid of {} blocks: each dimension must be a multiple "
                                   "of the cluster's, {} blocks",
            name, extent_text(shape.grid), extent_text(cluster)) };
    if (cluster.count() > 1 && options.scheduling.policy == Scheduling::Policy::independent)
        return Error { fmt::format(
            "kernel `{}` has clusters of {} blocks: the virtual machine runs them in lock step only; use `--schedule lock-step`",
            name, extent_text(cluster)) };
    return {};
}

} // namespace

bool is_valid_grid(const Dim3& grid)
{
    return grid.x != 0 && grid.y != 0 && grid.z != 0 && grid.x <= kMaxGridX && grid.y <= kMaxGridYZ && grid.z <= kMaxGridYZ;
}

bool is_valid_block(const Dim3& block)
{
    const bool too_wide = block.x > kMaxBlockThreads || block.y > kMaxBlockThreads || block.z > kMaxBlockDepth;
    return !too_wide && block.count() != 0 && block.count() <= kMaxBlockThreads;
}

Result<void> check_launch(
    const Program& program, const LaunchShape& shape, std::span<const std::byte> parameters, const RunOptions& options)
{
    const std::string& name = program.kernel().display_name;
    if (!is_valid_grid(shape.grid))
        return Error { fmt::format(
            "kernel `{}` cannot be launched with a grid of {} blocks: each dimension must be at least 1 and at most "
            "{} in x, {} in y and z",
            name, extent_text(shape.grid), kMaxGridX, kMaxGridYZ) };
    if (!is_valid_block(shape.block))
        return Error { fmt::format("kernel `{}` cannot be launched with blocks of {} threads: a block has 1 to {} threads, at "
                                   "most {} in z",
            name, extent_text(shape.block), kMaxBlockThreads, kMaxBlockDepth) };
    if (const Result<void> bounds = check_launch_bounds(program, shape); !bounds)
        return bounds.error();
    const bool known_width = shape.warp_width >= 2 && shape.warp_width <= kMaxLanes && std::has_single_bit(shape.warp_width);
    if (!known_width)
        return Error { fmt::format("a warp of {} lanes is not supported; choose 2, 4, 8, 16 or 32", shape.warp_width) };
    if (program.body().functions.front().frame_bytes > kMaxLocalBytes)
        return Error { fmt::format("kernel `{}` needs {} bytes of local memory per thread; the maximum is {}", name,
            program.body().functions.front().frame_bytes, kMaxLocalBytes) };
    if (program.static_shared_bytes() > kMaxStaticSharedBytes)
        return Error { fmt::format("kernel `{}` declares {} bytes of static shared memory per block, but the maximum is {}; use "
                                   "dynamic shared memory for more: extern __shared__",
            name, program.static_shared_bytes(), kMaxStaticSharedBytes) };
    const std::uint64_t shared = std::uint64_t { program.body().dynamic_shared_offset } + shape.dynamic_shared_bytes;
    if (shared > kMaxSharedBytes)
        return Error { fmt::format(
            "kernel `{}` needs {} bytes of shared memory per block ({} static, {} dynamic); the maximum is {}", name, shared,
            program.static_shared_bytes(), shape.dynamic_shared_bytes, kMaxSharedBytes) };
    if (const Result<void> cluster = check_cluster(program, shape, options); !cluster)
        return cluster.error();
    if (parameters.size() != program.body().parameter_bytes)
        return Error { fmt::format("kernel `{}` takes {} bytes of parameters, but {} were passed", name,
            program.body().parameter_bytes, parameters.size()) };
    if (options.blocks == Blocks::only_observed && options.observed_block >= shape.grid.count())
        return Error { fmt::format("block {} cannot be observed: the grid of kernel `{}` has {} blocks", options.observed_block,
            name, shape.grid.count()) };
    return {};
}

} // namespace warpstage::simt

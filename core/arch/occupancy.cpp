#include "core/arch/occupancy.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace warpstage::arch {

namespace {

std::uint32_t rounded_up(std::uint32_t value, std::uint32_t unit)
{
    return (value + unit - 1) / unit * unit;
}

struct RegisterUse {
    std::uint32_t per_block = 0;
    std::uint32_t checked = 0; // registers checked against the limit per block
    std::uint32_t blocks = ResourceUse::kUnlimited; // number that fit
};

// CC 1.x: the registers of a block are allocated as a unit.
RegisterUse registers_of_block(const Limits& limits, std::uint32_t warps, std::uint32_t per_thread)
{
    RegisterUse use;
    use.per_block = rounded_up(rounded_up(warps, limits.register_parts) * Limits::kWarpSize * per_thread, limits.register_unit);
    use.checked = use.per_block;
    if (use.per_block != 0)
        use.blocks = limits.registers / use.per_block;
    return use;
}

// Later: registers are allocated per warp, in one of the equal parts of the register file.
RegisterUse registers_of_warps(const Limits& limits, std::uint32_t warps, std::uint32_t per_thread)
{
    RegisterUse use;
    const std::uint32_t per_warp = rounded_up(per_thread * Limits::kWarpSize, limits.register_unit);
    use.per_block = per_warp * warps;
    use.checked = per_warp * rounded_up(warps, limits.register_check_warps);
    if (per_warp != 0)
        use.blocks = limits.registers / limits.register_parts / per_warp * limits.register_parts / warps;
    return use;
}

std::string with_bytes(std::uint32_t bytes)
{
    return text::grouped(bytes) + " bytes";
}

} // namespace

std::string_view name_of(Resource resource)
{
    switch (resource) {
    case Resource::blocks:
        return "blocks";
    case Resource::warps:
        return "warps";
    case Resource::registers:
        return "registers";
    case Resource::shared_memory:
        return "shared memory";
    }
    return {};
}

double Occupancy::fraction() const
{
    return static_cast<double>(warps) / static_cast<double>(warps_at_most);
}

std::uint32_t Occupancy::left(Resource resource) const
{
    const ResourceUse& use = resources[static_cast<std::size_t>(resource)];
    return use.capacity - blocks * use.per_block;
}

std::vector<Resource> limits(const Occupancy& occupancy)
{
    std::vector<Resource> found;
    if (occupancy.warps == occupancy.warps_at_most)
        return found;
    for (const ResourceUse& use : occupancy.resources) {
        if (use.limits)
            found.push_back(use.resource);
    }
    return found;
}

std::string limiters(const Occupancy& occupancy)
{
    std::string words;
    for (const Resource resource : limits(occupancy))
        words.append(words.empty() ? "" : " and ").append(name_of(resource));
    return words;
}

Result<Occupancy> occupancy(const Traits& traits, const KernelResources& kernel)
{
    const Limits& limits = traits.limits;
    if (kernel.threads_per_block == 0)
        return Error { "A block requires at least one thread." };
    if (kernel.threads_per_block > limits.threads_per_block)
        return Error { fmt::format("{0} threads per block exceed the maximum of {2} for {1}.", kernel.threads_per_block,
            traits.name, limits.threads_per_block) };
    if (kernel.registers_per_thread > limits.registers_per_thread)
        return Error { fmt::format("{0} registers per thread exceed the maximum of {2} for {1}.", kernel.registers_per_thread,
            traits.name, limits.registers_per_thread) };
    if (kernel.shared_bytes_per_block > limits.shared_bytes_per_block)
        return Error { fmt::format("{0} of shared memory per block exceeds the maximum of {2} for {1}.",
            with_bytes(kernel.shared_bytes_per_block), traits.name, with_bytes(limits.shared_bytes_per_block)) };
    const std::uint32_t warps = (kernel.threads_per_block + Limits::kWarpSize - 1) / Limits::kWarpSize;
    const RegisterUse registers = limits.register_allocation == RegisterAllocation::block
        ? registers_of_block(limits, warps, kernel.registers_per_thread)
        : registers_of_warps(limits, warps, kernel.registers_per_thread);
    if (registers.checked > limits.registers_per_block || registers.blocks == 0)
        return Error { fmt::format("{} threads with {} registers each need {} registers per block, but {} has {}.",
            kernel.threads_per_block, kernel.registers_per_thread, text::grouped(registers.checked), traits.name,
            text::grouped(limits.registers_per_block)) };
    const std::uint32_t shared = rounded_up(kernel.shared_bytes_per_block + limits.shared_reserved, limits.shared_unit);

    Occupancy result;
    result.resources = { {
        { .resource = Resource::blocks, .per_block = 1, .capacity = limits.blocks, .blocks = limits.blocks },
        { .resource = Resource::warps, .per_block = warps, .capacity = limits.warps, .blocks = limits.warps / warps },
        { .resource = Resource::registers,
            .per_block = registers.per_block,
            .capacity = limits.registers,
            .blocks = registers.blocks },
        { .resource = Resource::shared_memory,
            .per_block = shared,
            .capacity = limits.shared_bytes,
            .blocks = shared == 0 ? ResourceUse::kUnlimited : limits.shared_bytes / shared },
    } };
    result.blocks = std::ranges::min(result.resources, {}, &ResourceUse::blocks).blocks;
    for (ResourceUse& use : result.resources)
        use.limits = use.blocks == result.blocks;
    result.warps = result.blocks * warps;
    result.warps_at_most = limits.warps;
    return result;
}

} // namespace warpstage::arch

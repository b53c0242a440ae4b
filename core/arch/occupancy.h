// The resident blocks and warps of a kernel per multiprocessor, and the resource that limits them. Source: CUDA C Programming
// Guide 4.2, 4.2 (registers and shared memory of a block), CUDA Occupancy Calculator (CC 1.x, 2.x), cuda_occupancy.h of the CUDA
// Toolkit (3.0 and later; the test holds both against each other).
#pragma once

#include "core/arch/traits.h"
#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::arch {

struct KernelResources {
    std::uint32_t threads_per_block = 0;
    std::uint32_t registers_per_thread = 0; // 0: unknown
    std::uint32_t shared_bytes_per_block = 0; // static and dynamic
};

enum class Resource : std::uint8_t { blocks, warps, registers, shared_memory };

[[nodiscard]] std::string_view name_of(Resource resource); // "blocks", "warps", "registers", "shared memory"

// Use of one resource of a multiprocessor.
struct ResourceUse {
    Resource resource = Resource::blocks;
    std::uint32_t per_block = 0; // rounded up to the allocation unit; for blocks: 1; else warps, registers or bytes
    std::uint32_t capacity = 0; // of the multiprocessor, in the same unit
    std::uint32_t blocks = 0; // blocks that fit if this were the only limit; kUnlimited if a block needs nothing of it
    bool limits = false; // whether it is one of the limiting resources

    static constexpr std::uint32_t kUnlimited = ~std::uint32_t { 0 };
};

struct Occupancy {
    std::uint32_t blocks = 0; // resident on one multiprocessor
    std::uint32_t warps = 0;
    std::uint32_t warps_at_most = 0;
    std::array<ResourceUse, 4> resources; // in the order of Resource

    // 1.0: the maximum number of warps is resident.
    [[nodiscard]] double fraction() const;
    // The unallocated amount of a resource, in its unit; another block needs `per_block` of it. A block may not fit despite
    // enough free registers, if they are in parts of the register file that are too small for a warp.
    [[nodiscard]] std::uint32_t left(Resource resource) const;
};

// The limiting resources. Empty if the maximum number of warps is resident.
[[nodiscard]] std::vector<Resource> limits(const Occupancy& occupancy);
// They in words: "registers", "blocks and warps".
[[nodiscard]] std::string limiters(const Occupancy& occupancy);

// `registers_per_thread` 0: registers are not considered, and the result is an upper bound. Errors: a block that exceeds a limit
// of the architecture (threads, registers, bytes); the message states the limit.
[[nodiscard]] Result<Occupancy> occupancy(const Traits& traits, const KernelResources& kernel);

} // namespace warpstage::arch

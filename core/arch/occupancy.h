// How many blocks and warps of a kernel one multiprocessor holds, and what stands in the way of one block more.
// Source: CUDA C Programming Guide 4.2, 4.2 (registers and shared memory of a block), CUDA Occupancy Calculator (CC 1.x, 2.x),
// cuda_occupancy.h of the CUDA Toolkit (3.0 and later; the test holds both against each other).
#pragma once

#include "core/arch/traits.h"
#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace warpstage::arch {

struct KernelResources {
    std::uint32_t threads_per_block = 0;
    std::uint32_t registers_per_thread = 0; // 0: unknown
    std::uint32_t shared_bytes_per_block = 0; // static and dynamic
};

enum class Resource : std::uint8_t { blocks, warps, registers, shared_memory };

[[nodiscard]] std::string_view name_of(Resource resource); // "blocks", "warps", "registers", "shared memory"

// How one resource of a multiprocessor is used.
struct ResourceUse {
    Resource resource = Resource::blocks;
    std::uint32_t per_block = 0; // after rounding up to the unit of allocation; blocks: 1, warps, registers, bytes
    std::uint32_t capacity = 0; // of the multiprocessor, in the same unit
    std::uint32_t blocks = 0; // that fit if this resource alone counted; kUnlimited where a block needs nothing of it
    bool limits = false; // whether it is (one of) what keeps the next block out

    static constexpr std::uint32_t kUnlimited = ~std::uint32_t { 0 };
};

struct Occupancy {
    std::uint32_t blocks = 0; // resident on one multiprocessor
    std::uint32_t warps = 0;
    std::uint32_t warps_at_most = 0;
    std::array<ResourceUse, 4> resources; // in the order of Resource

    // 1.0 is all warps that the multiprocessor can hold.
    [[nodiscard]] double fraction() const;
    // What is left of a resource beside the resident blocks, in its unit; the next block needs `per_block` of it. A block can be
    // kept out with enough registers free: they are free in parts of the file that are too small for a warp.
    [[nodiscard]] std::uint32_t left(Resource resource) const;
};

// What keeps the next block out: "registers", "blocks and warps". Empty where all warps that fit are resident.
[[nodiscard]] std::string limiters(const Occupancy& occupancy);

// `registers_per_thread` 0: registers are not counted, and the result is an upper bound.
// Errors: a block that this architecture cannot hold at all (too many threads, registers or bytes); the sentence says what it
// allows.
[[nodiscard]] Result<Occupancy> occupancy(const Traits& traits, const KernelResources& kernel);

} // namespace warpstage::arch

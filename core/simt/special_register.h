// The values of a thread's read-only registers (PTX ISA, section 10).
#pragma once

#include "core/base/dim3.h"
#include "core/ptx/ast.h"
#include "core/simt/machine.h"

#include <cstdint>

namespace warpstage::simt {

struct ThreadPlace {
    Dim3 block { 0, 0, 0 };
    Dim3 thread { 0, 0, 0 };
    std::uint32_t warp = 0;
    std::uint32_t lane = 0;
};

// Memory of a launch that some registers name.
struct LaunchMemory {
    std::uint64_t shared_bytes = 0; // of a block, static and dynamic, without the reserved part
    std::uint64_t grid_workspace = 0; // its address; 0: the kernel does not use it
};

[[nodiscard]] std::uint64_t special_value(
    ptx::SpecialRegister id, const LaunchShape& shape, const ThreadPlace& place, const LaunchMemory& memory);

// Shared memory that the system reserves for each block of sm_80 and later; cooperative groups synchronize there. It begins
// behind the block's own memory.
inline constexpr std::uint64_t kReservedSharedBytes = 1024;
[[nodiscard]] std::uint64_t reserved_shared_offset(std::uint64_t shared_bytes);
[[nodiscard]] bool is_in_reserved_shared(ptx::SpecialRegister id);

// True for the halves of the address of the grid's workspace.
[[nodiscard]] bool names_grid_workspace(ptx::SpecialRegister id);

// True for registers that change while a thread runs: the clocks.
[[nodiscard]] bool is_clock(ptx::SpecialRegister id);

// %cluster_ctarank: the linear index of a block in its cluster, x running fastest.
[[nodiscard]] std::uint32_t rank_in_cluster(const Dim3& cluster, const Dim3& block);

// True for registers that differ between the threads of a block.
[[nodiscard]] bool changes_with_thread(ptx::SpecialRegister id);

// True for %ctaid and what follows from it: all others are the same in every block.
[[nodiscard]] bool changes_with_block(ptx::SpecialRegister id);

} // namespace warpstage::simt

// What the read-only registers of a thread hold (PTX ISA, section 10).
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

[[nodiscard]] std::uint64_t special_value(
    ptx::SpecialRegister id, const LaunchShape& shape, const ThreadPlace& place, std::uint32_t shared_bytes);

// True for what changes while a thread runs: the clocks.
[[nodiscard]] bool is_clock(ptx::SpecialRegister id);

// %cluster_ctarank: the linear index of a block in its cluster, x running fastest.
[[nodiscard]] std::uint32_t rank_in_cluster(const Dim3& cluster, const Dim3& block);

// True for %ctaid and what follows from it: all others stay the same from block to block.
[[nodiscard]] bool changes_with_block(ptx::SpecialRegister id);

} // namespace warpstage::simt

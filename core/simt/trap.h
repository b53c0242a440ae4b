// The first family of errors: the student's kernel does wrong. A trap is a value, material to show, not an error of ours.
#pragma once

#include "core/base/dim3.h"
#include "core/ptx/ast.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpstage::simt {

enum class TrapKind : std::uint8_t {
    out_of_bounds, // an address in no buffer, or past the end of one
    misaligned, // an address that is no multiple of the access size
    divergent_barrier, // bar.sync by part of a warp's living lanes
    deadlock, // warps wait at a barrier that others, which have not exited, never reach
    uninitialized_read, // checked runs: of memory that nobody has written
    race, // checked runs: two threads touch one word, at least one writes, and nothing orders them
    invalid_mask, // a warp instruction whose member mask names lanes that do not execute it, or misses one that does
    invalid_barrier, // a barrier number or thread count that no GPU accepts
    budget_exhausted, // more warp instructions than the launch may spend: an endless loop
    stack_overflow, // calls within calls need more local memory than a thread may have
    invalid_call, // a call through a pointer that is no function of the module, or a jump past the end of its table
    invalid_free, // free of a pointer that malloc did not give or that was freed already
    assertion_failed, // assert()
    trap_instruction, // __trap()
    invalid_texture, // a fetch through what is no texture object, or from one of another kind than the fetch reads
};

// Named like compute-sanitizer names it: "Invalid __global__ read of size 4 bytes".
[[nodiscard]] std::string_view name_of(TrapKind kind);

// The other thread of a race: the one whose access came first.
struct TrapParty {
    Dim3 block { 0, 0, 0 };
    Dim3 thread { 0, 0, 0 };
    std::uint32_t warp = 0;
    std::uint32_t lane = 0;
    std::uint32_t pc = 0;
    ptx::SourceLocation location;
};

struct Trap {
    TrapKind kind = TrapKind::out_of_bounds;
    std::string message; // one complete sentence with everything below in words
    Dim3 block { 0, 0, 0 };
    Dim3 thread { 0, 0, 0 }; // of the first lane concerned
    std::uint32_t warp = 0;
    std::uint32_t lane = 0;
    std::uint32_t pc = 0;
    std::uint64_t address = 0;
    ptx::SourceLocation location;
    std::optional<TrapParty> second; // of a race
};

} // namespace warpstage::simt

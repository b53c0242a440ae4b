// Errors of the student's kernel. A trap is a value to display, not an error of warpstage.
#pragma once

#include "core/base/dim3.h"
#include "core/ptx/ast.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace warpstage::simt {

struct Hang; // core/simt/hang/hang.h

enum class TrapKind : std::uint8_t {
    out_of_bounds, // an address outside all buffers, or past the end of one
    misaligned, // an address that is not a multiple of the access size
    divergent_barrier, // bar.sync by only a part of a warp's active lanes
    deadlock, // warps wait at a barrier that other warps, which have not exited, never reach
    uninitialized_read, // checked runs: a read of uninitialized memory
    race, // checked runs: two threads access one word, at least one writes, and no synchronization orders them
    invalid_mask, // a warp instruction whose member mask names lanes that do not execute it, or omits one that does
    invalid_barrier, // an invalid barrier number or thread count
    budget_exhausted, // more warp instructions than the budget of the launch: an endless loop
    stack_overflow, // nested calls need more local memory than a thread may have
    invalid_call, // an indirect call to an address that is not a function of the module, or an indirect branch past the end of
                  // its table
    invalid_free, // free of a pointer that malloc did not return or that is already freed
    assertion_failed, // assert()
    trap_instruction, // __trap()
    invalid_texture, // a fetch through an invalid texture object, or one of another kind than the instruction reads
};

// Named as in compute-sanitizer: "Invalid __global__ read of size 4 bytes".
[[nodiscard]] std::string_view name_of(TrapKind kind);

// The other thread of a race: the one with the earlier access.
struct TrapParty {
    Dim3 block { 0, 0, 0 };
    Dim3 thread { 0, 0, 0 };
    std::uint32_t warp = 0;
    std::uint32_t lane = 0;
    std::uint32_t pc = 0;
    ptx::SourceLocation location;
};

// Where a warp is.
struct RunPlace {
    Dim3 block { 0, 0, 0 };
    std::uint32_t warp = 0;
    std::string line; // "line 12" or, without line information, "PTX line 40"
};

struct Trap {
    TrapKind kind = TrapKind::out_of_bounds;
    std::string message; // a complete message with all of the facts below
    Dim3 block { 0, 0, 0 };
    Dim3 thread { 0, 0, 0 }; // of the first affected lane
    std::uint32_t warp = 0;
    std::uint32_t lane = 0;
    std::uint32_t pc = 0;
    std::uint64_t address = 0;
    ptx::SourceLocation location;
    std::optional<TrapParty> second; // of a race
    std::string lines; // of a failed assertion: CUDA's message, a line for each thread of the warp
    std::shared_ptr<const Hang> hang; // of a deadlock
};

} // namespace warpstage::simt

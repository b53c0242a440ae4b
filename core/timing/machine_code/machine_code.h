// What a kernel's PTX becomes on the way to machine code, as far as time needs it. The assembler (ptxas) is not modeled; these
// corrections are made, for every kernel alike:
//  - parameters, moves, address-space conversions, negations cost nothing: they become operands;
//  - a product that is only added to an address is one instruction with the addition; a constant that is only added to an
//    address is the offset of the access; from CC 2.0 on a shift by a constant that is only added is one with the addition;
//  - a short forward branch becomes predicates: what it skips is issued all the same;
//  - divisions, roots and functions are sequences of instructions of the pipes (the slow paths for denormals are not counted);
//  - loads of two or four neighboring words of shared memory, aligned, are one;
//  - a loop of one small basic block whose loads do not depend on each other is unrolled four times, its loads go to the front,
//    unless the program forbids it;
//  - loads move up inside their basic block, as far as registers, stores of the same space and barriers allow;
//  - CC 1.x has addresses of 32 bits.
#pragma once

#include "core/arch/timing/timing.h"
#include "core/arch/traits.h"
#include "core/ptx/listing.h"

#include <cstdint>
#include <vector>

namespace warpstage::timing {

// One machine instruction.
struct MicroOperation {
    arch::Pipe pipe = arch::Pipe::integer;
    bool chained = false; // needs the result of the one before
    bool either =
        false; // an addition or a shift, which the multipliers do as well (IMAD.IADD, IMAD.SHL), whichever is free first
};

enum class OperationKind : std::uint8_t {
    arithmetic,
    shared_access,
    global_access, // also generic accesses that were resolved to global memory
    local_access,
    constant_access,
    texture,
    barrier,
    fence,
    branch,
    exit,
};

struct MachineOperation {
    OperationKind kind = OperationKind::arithmetic;
    std::vector<MicroOperation> micro; // empty: costs nothing
    std::vector<std::uint32_t> reads; // registers, numbered over the whole listing
    std::vector<std::uint32_t> writes;
    std::uint32_t skips = 0; // of a short branch: so many instructions behind it, on which it has become a predicate
    bool waits_at_barrier = true; // of a barrier: false for an arrival alone
};

// Loads of neighboring words of shared memory, which the assembler makes one wide load where their address allows it.
struct JoinedLoads {
    std::uint32_t first = 0; // program counter of the load with the lowest address
    std::uint32_t bytes = 0; // of all
};

struct MachineCode {
    std::vector<MachineOperation> operations; // by program counter of the listing
    // Program counters that the assembler issues in an order of its own: basic blocks, and what short branches skip between
    // them. Program counters that are in no run stay where they are.
    struct Run {
        std::uint32_t first = 0;
        std::vector<std::uint32_t> place; // by program counter - first: at which place it issues
        std::vector<bool> skipped; // by program counter - first: by a short branch, when all lanes take it
        std::vector<bool> early; // by program counter - first: loads and their addresses, in a loop that is unrolled; else empty
    };
    std::vector<std::uint32_t> run_at; // by program counter: 1 + index into runs where one begins; else 0
    std::vector<Run> runs;
    std::vector<JoinedLoads> joined;
    std::vector<std::uint32_t> joined_at; // by program counter: 1 + index into joined where it is one of the loads; else 0
    std::uint32_t registers = 0; // numbers in use
    std::uint32_t registers_per_thread = 0; // of 32 bits, estimated from what is alive at the same time
};

[[nodiscard]] MachineCode machine_code(const ptx::Listing& listing, const arch::Traits& traits);

} // namespace warpstage::timing

// What a kernel's PTX becomes on the way to machine code, as far as time needs it. The assembler (ptxas) is not modeled; these
// corrections are made, for every kernel alike:
//  - parameters, moves, address-space conversions, negations cost nothing: they become operands;
//  - a product that is only added to an address is one instruction with the addition; a constant that is only added to an
//    address is the offset of the access;
//  - a short forward branch becomes predicates;
//  - divisions, roots and functions are sequences of instructions of the pipes (the slow paths for denormals are not counted);
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
    bool waits_at_barrier = true; // of a barrier: false for an arrival alone
};

struct MachineCode {
    std::vector<MachineOperation> operations; // by program counter of the listing
    // Behind which program counter the assembler would issue what: a run of program counters [first, end) of one basic block,
    // in the order of issue. Program counters that are in no run stay where they are.
    struct Run {
        std::uint32_t first = 0;
        std::vector<std::uint32_t> order;
    };
    std::vector<std::uint32_t> run_at; // by program counter: 1 + index into runs where one begins; else 0
    std::vector<Run> runs;
    std::uint32_t registers = 0; // numbers in use
    std::uint32_t registers_per_thread = 0; // of 32 bits, estimated from what is alive at the same time
};

[[nodiscard]] MachineCode machine_code(const ptx::Listing& listing, const arch::Traits& traits);

} // namespace warpstage::timing

// Approximates the machine code of a kernel's PTX for the timing model. The assembler (ptxas) is not modeled; these corrections
// are applied to every kernel:
//  - parameters, moves (except of a constant that is one of several values of a register, from CC 7.0 on), address-space
//  conversions, negations cost nothing: they become operands;
//  - a product that is only added to an address is one instruction with the addition; a constant that is only added to an
//    address is the offset of the access; from CC 2.0 on, a shift by a constant that is only added is merged with the addition;
//  - a short forward branch is converted to predication: the instructions that it skips are issued in any case;
//  - from CC 2.0 on, a product of floats that is only added has no instruction of its own (core/ptx/contraction.h);
//  - divisions, roots and functions are sequences of instructions of the pipes (the slow paths for denormals are not counted);
//  - aligned loads of adjacent words of shared memory are merged, up to 128 bits: two or four words of 32 bits, two of 64;
//  - a loop of one small basic block whose loads do not depend on those of the iteration before is unrolled four times, and its
//    loads move to the front, unless the program forbids unrolling, or, from CC 7.0 on, the step of the loop is a variable, or,
//    before it, loads depend on other loads; lanes with fewer iterations than others take the rest as a body of two and one of a
//    single iteration;
//  - loads move up within their basic block, as far as registers, stores to the same space and barriers permit;
//  - CC 1.x has addresses of 32 bits; a product whose factor is sign-extended from 24 bits is one __mul24, and a product of
//    built-in variables (16 bits) one instruction;
//  - an atomic operation of integers on an address that is the same for all lanes is executed once per warp;
//  - from CC 7.0 on, a forward branch that may diverge has two instructions for convergence (BSSY, BSYNC);
//  - CC 3.x: divisions and roots contain a branch, and a conditional branch has an instruction for reconvergence.
#pragma once

#include "core/arch/timing/timing.h"
#include "core/arch/traits.h"
#include "core/ptx/listing.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace warpstage::timing {

// One machine instruction.
struct MicroOperation {
    arch::Pipe pipe = arch::Pipe::integer;
    bool chained = false; // uses the result of the previous instruction
    bool either =
        false; // an addition or a shift, which the multipliers can also execute (IMAD.IADD, IMAD.SHL), whichever is free first
};

enum class OperationKind : std::uint8_t {
    arithmetic,
    shared_access,
    global_access, // also generic accesses that resolve to global memory
    local_access,
    constant_access,
    texture,
    barrier,
    fence,
    branch,
    exit,
    async_copy, // cp.async
    bulk_copy, // cp.async.bulk, tensor copies
    matrix_product, // wgmma.mma_async
    group, // commits a group of copies or products, or waits for groups
    phase, // of an mbarrier object
};

// What the groups of an instruction consist of.
enum class GroupKind : std::uint8_t { copies, bulk_copies, products };

struct MachineOperation {
    OperationKind kind = OperationKind::arithmetic;
    std::vector<MicroOperation> micro; // empty: no cost
    std::vector<std::uint32_t> reads; // registers, numbered over the whole listing
    std::vector<std::uint32_t> writes;
    std::uint32_t skips = 0; // for a short branch: number of instructions after it that it converts to predication
    bool waits_at_barrier = true; // for a barrier: false for an arrival only
    bool leaves = false; // a branch to the end of the kernel: a predicated EXIT, which is no branch in machine code
    bool once_per_warp = false; // an atomic operation for which the assembler combines the lanes; see uniform_atomics.h
    GroupKind groups = GroupKind::copies; // of group
    bool commits = false; // of group
    std::uint32_t pending_groups = 0; // of group: how many of the latest groups may still be under way
    std::uint32_t copied_bytes = 0; // of async_copy: of a thread
    double product_columns = 0.0; // of matrix_product: for how many columns of B it occupies the tensor cores
    bool after_copies = false; // of phase: the arrival counts when the copies of its thread are complete
    bool retries = false; // a compare-and-swap that is repeated until it succeeds; see retries.h
    bool adds_float = false; // an atomic addition of floating point numbers
    bool in_unrolled_loop = false; // see MachineCode::Run::early
    std::string_view unmodeled {}; // "`printf`": a call whose time is not modeled
};

// Loads of adjacent words of shared memory, which the assembler merges into one wide load if their address permits it.
struct JoinedLoads {
    std::uint32_t first = 0; // program counter of the load with the lowest address
    std::uint32_t bytes = 0; // of all
};

struct MachineCode {
    std::vector<MachineOperation> operations; // by program counter of the listing
    // Program counters that the assembler reorders: basic blocks, and instructions that short branches between them skip. Program
    // counters outside of runs keep their position.
    struct Run {
        std::uint32_t first = 0;
        std::vector<std::uint32_t> place; // by program counter - first: its issue position
        std::vector<bool> skipped; // by program counter - first: skipped by a short branch if all lanes take it
        // By program counter - first, in an unrolled loop, else empty: 1 for loads and their address computations, 2 for those
        // that depend on a load, and so on; 0: the rest.
        std::vector<std::uint8_t> early;
    };
    std::vector<std::uint32_t> run_at; // by program counter: 1 + index into runs if a run begins there; else 0
    std::vector<Run> runs;
    std::vector<JoinedLoads> joined;
    std::vector<std::uint32_t> joined_at; // by program counter: 1 + index into joined if it is one of the loads; else 0
    std::uint32_t registers = 0; // number of registers
    std::uint32_t registers_per_thread = 0; // 32-bit registers, estimated from simultaneously live values
};

[[nodiscard]] MachineCode machine_code(const ptx::Listing& listing, const arch::Traits& traits);

} // namespace warpstage::timing

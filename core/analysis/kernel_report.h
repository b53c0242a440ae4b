// Trace totals evaluated for an architecture: the cost of each instruction, each source line and the kernel. Computed from a
// recorded run.
#pragma once

#include "core/arch/traits.h"
#include "core/ptx/ast.h"
#include "core/ptx/listing.h"
#include "core/simt/observer.h"
#include "core/trace/totals.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::analysis {

// Requests to a memory, and their cost in its unit: wavefronts for shared memory, sectors for global and local memory, accesses
// for the constant cache.
struct Traffic {
    std::uint64_t requests = 0;
    std::uint64_t cost = 0;

    Traffic& operator+=(const Traffic& other);
};

// Of shared memory in wavefronts, of global memory in sectors.
struct MemoryUse {
    std::uint64_t requests = 0;
    std::uint64_t cost = 0;
    std::uint64_t ideal = 0;
};

// Atomic operations on shared or global memory, which hardware counts apart from loads and stores. A request is a warp
// instruction with at least one active lane.
struct Atomics {
    std::uint64_t requests = 0;
    std::uint64_t cost = 0; // wavefronts of shared memory; sectors of global memory, once for each turn
    std::uint64_t ideal = 0;
    std::uint64_t operations = 0; // of single threads
    std::uint64_t same_word = 0; // sum over requests of the largest number of lanes that update one word

    Atomics& operator+=(const Atomics& other);
};

// Elements that threads request from global memory, regardless of the fetched sectors: one access of one thread is one element.
// An atomic operation counts as a store.
struct GlobalElements {
    std::uint64_t loaded = 0;
    std::uint64_t loaded_bytes = 0;
    std::uint64_t stored = 0;
    std::uint64_t stored_bytes = 0;

    GlobalElements& operator+=(const GlobalElements& other);
};

// Sums over executions of warp instructions; the comments name Nsight Compute's metrics. {ld,st}: the sum of both metrics. Loads
// and stores contain asynchronous copies, but no atomic operations. core/analysis/metrics.h defines the displayed metrics.
struct Counters {
    std::uint64_t instructions = 0; // smsp__inst_executed.sum
    std::uint64_t active_lanes = 0; // smsp__thread_inst_executed.sum
    std::uint64_t executed_lanes = 0; // smsp__thread_inst_executed_pred_on.sum
    std::uint64_t branches = 0; // conditional branches
    std::uint64_t divergent_branches = 0; // smsp__sass_branch_targets_threads_divergent.sum
    std::uint64_t shared_requests = 0; // smsp__inst_executed_op_shared_{ld,st}_pred_on_any.sum
    std::uint64_t wavefronts = 0; // l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st}.sum
    std::uint64_t wavefronts_ideal = 0;
    std::uint64_t global_requests = 0; // l1tex__t_requests_pipe_lsu_mem_global_op_{ld,st}.sum
    std::uint64_t sectors = 0; // l1tex__t_sectors_pipe_lsu_mem_global_op_{ld,st}.sum
    std::uint64_t sectors_ideal = 0;
    std::uint64_t transactions = 0; // with global memory: of 32, 64 or 128 bytes, depending on the compute capability
    // Parts of the sums above that hardware counts separately: asynchronous copies (cp.async, LDGSTS).
    Traffic shared_copies;
    Traffic global_copies;
    Atomics shared_atomics;
    Atomics global_atomics; // atom and red
    Traffic constant; // ld.const; an operand that the assembler reads from the constant bank is not a request
    Traffic local; // thread-local arrays and spilled registers
    GlobalElements global_elements;

    Counters& operator+=(const Counters& other);
    // "lanes" on screen and in reports: Nsight Compute's Avg. Active Threads, the lanes on the path of an instruction, including
    // those predicated off. 0 if nothing ran.
    [[nodiscard]] double average_active_lanes() const;
    // Avg. Not Predicated Off Threads: of these, the lanes whose predicate is true.
    [[nodiscard]] double average_executed_lanes() const;
    [[nodiscard]] std::uint64_t wavefronts_excess() const { return wavefronts - wavefronts_ideal; }
    // If lanes request the same bytes twice, the ideal is lower than what the best order of addresses can reach, never higher.
    [[nodiscard]] std::uint64_t sectors_excess() const { return sectors - sectors_ideal; }
    // Percentage of uniform conditional branches; 0 if there was no branch, as in Nsight Compute.
    [[nodiscard]] double branch_efficiency() const;
    // Loads and stores that are not asynchronous.
    [[nodiscard]] Traffic plain_shared() const;
    [[nodiscard]] Traffic plain_global() const;
    // Loads, stores and atomic operations.
    [[nodiscard]] MemoryUse all_shared() const;
    [[nodiscard]] MemoryUse all_global() const;
};

struct InstructionReport {
    std::uint32_t pc = 0;
    ptx::SourceLocation location;
    Counters counters;
    std::uint32_t worst_wavefronts = 0; // of one request
};

// Inlined code is attributed to the kernel's line that called it if the callee is in another file, else to its own line.
struct LineReport {
    std::uint32_t line = 0; // line of the kernel's source file; 0: the compiler gave none
    Counters counters;
    std::uint32_t worst_wavefronts = 0;
};

struct KernelReport {
    std::string kernel; // display name
    std::string architecture; // "CC 9.0"
    std::uint32_t warp_width = 32;
    std::uint64_t block = 0;
    std::uint64_t blocks = 1; // number of observed blocks; if more than one, `block` is the last
    Counters total;
    std::vector<InstructionReport> instructions; // executed ones, by pc
    std::vector<LineReport> lines; // executed ones, by line
    bool complete = true; // false if the recorder had to drop access patterns
    bool rules_assumed = false; // of the architecture; see arch::Traits
};

// `listing`: the kernel and the functions it calls. Instructions of the functions are attributed to their own lines if they are
// in the kernel's file, else to no line.
[[nodiscard]] KernelReport report_kernel(const ptx::Listing& listing, const trace::Totals& totals, const arch::Traits& traits);
// The same for totals that lack requests which were evaluated immediately: one element per program counter; null: none.
[[nodiscard]] KernelReport report_kernel(const ptx::Listing& listing, const trace::Totals& totals, const arch::Traits& traits,
    const std::vector<const InstructionReport*>& dropped);
// Cost of `count` equal accesses on that architecture; zero for state spaces that are not modeled.
void add_access(InstructionReport& report, const ptx::Instruction& instruction, const simt::Access& access, std::uint64_t count,
    const arch::Traits& traits);
// For a kernel without function calls.
[[nodiscard]] KernelReport report_kernel(
    const ptx::Module& module, const ptx::Function& function, const trace::Totals& totals, const arch::Traits& traits);

} // namespace warpstage::analysis

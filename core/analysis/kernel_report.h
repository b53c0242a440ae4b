// Trace totals x architecture: what each instruction, each source line and the kernel cost. Computed from what really ran.
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

// Requests to a memory, and what they cost in its own unit: wavefronts of shared memory, sectors of global and of local memory,
// accesses of the constant cache.
struct Traffic {
    std::uint64_t requests = 0;
    std::uint64_t cost = 0;

    Traffic& operator+=(const Traffic& other);
};

// What threads request of global memory, whatever the hardware fetches for it: an access of one thread is one element. An atomic
// operation counts as a store.
struct GlobalElements {
    std::uint64_t loaded = 0;
    std::uint64_t loaded_bytes = 0;
    std::uint64_t stored = 0;
    std::uint64_t stored_bytes = 0;

    GlobalElements& operator+=(const GlobalElements& other);
};

// Sums over executions of warp instructions; Nsight Compute's words. {ld,st}: the sum of both metrics. An atomic operation counts
// as a store: what more it costs no rule here says. core/analysis/metrics.h has the figures that people look at.
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
    std::uint64_t transactions = 0; // with global memory: of 32, 64 or 128 bytes, as the generation has them
    // Parts of the sums above that hardware counts elsewhere: atomic operations, and asynchronous copies (cp.async, LDGSTS).
    Traffic shared_atomics;
    Traffic global_atomics;
    Traffic shared_copies;
    Traffic global_copies;
    Traffic constant; // ld.const; an operand that the assembler takes from the constant bank itself is no request
    Traffic local; // arrays and spilled registers of a thread
    GlobalElements global_elements;

    Counters& operator+=(const Counters& other);
    // What every "lanes" on screen and in reports is: Nsight Compute's Avg. Active Threads, the lanes on the path of an
    // instruction, whatever their predicate says. 0 where nothing ran.
    [[nodiscard]] double average_active_lanes() const;
    // Avg. Not Predicated Off Threads: of these the ones whose predicate let the instruction through.
    [[nodiscard]] double average_executed_lanes() const;
    [[nodiscard]] std::uint64_t wavefronts_excess() const { return wavefronts - wavefronts_ideal; }
    // Lanes may ask for the same bytes twice: then fewer sectors are ideal than even the best order would touch, never more.
    [[nodiscard]] std::uint64_t sectors_excess() const { return sectors - sectors_ideal; }
    // Percent of the conditional branches whose lanes all went one way; 0 where there was no branch, as Nsight Compute says.
    [[nodiscard]] double branch_efficiency() const;
    // Loads and stores that are neither atomic nor asynchronous.
    [[nodiscard]] Traffic plain_shared() const;
    [[nodiscard]] Traffic plain_global() const;
};

struct InstructionReport {
    std::uint32_t pc = 0;
    ptx::SourceLocation location;
    Counters counters;
    std::uint32_t worst_wavefronts = 0; // of one request
};

// Inlined code counts for the kernel's own line that called it where the callee stands in another file, else for its own line.
struct LineReport {
    std::uint32_t line = 0; // of the kernel's source file; 0: the compiler named none
    Counters counters;
    std::uint32_t worst_wavefronts = 0;
};

struct KernelReport {
    std::string kernel; // display name
    std::string architecture; // "CC 9.0"
    std::uint32_t warp_width = 32;
    std::uint64_t block = 0;
    std::uint64_t blocks = 1; // that were observed; of more than one, `block` is the last
    Counters total;
    std::vector<InstructionReport> instructions; // executed ones, by pc
    std::vector<LineReport> lines; // executed ones, by line
    bool complete = true; // false where the recorder had to drop access patterns
    bool rules_assumed = false; // of the architecture; see arch::Traits
};

// `listing`: the kernel and the functions it calls; what these do counts for their own lines where they stand in the kernel's
// file, else for no line.
[[nodiscard]] KernelReport report_kernel(const ptx::Listing& listing, const trace::Totals& totals, const arch::Traits& traits);
// The same where accesses whose patterns found no room in `totals` were judged as they came: one element a program counter.
[[nodiscard]] KernelReport report_kernel(const ptx::Listing& listing, const trace::Totals& totals, const arch::Traits& traits,
    const std::vector<InstructionReport>& dropped);
// What one access costs on that architecture, `count` times; nothing for spaces that no rule here is about.
void add_access(InstructionReport& report, const ptx::Instruction& instruction, const simt::Access& access, std::uint64_t count,
    const arch::Traits& traits);
// Of a kernel that calls nothing.
[[nodiscard]] KernelReport report_kernel(
    const ptx::Module& module, const ptx::Function& function, const trace::Totals& totals, const arch::Traits& traits);

} // namespace warpstage::analysis

#include "core/analysis/metrics.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::analysis {

namespace {

double number(std::uint64_t count)
{
    return static_cast<double>(count);
}

// Names and definitions: Nsight Compute, "Profiling Guide", metrics reference, and CUPTI's descriptions of the counters of GH100.
constexpr std::array kMetrics {
    Metric { .id = "instructions",
        .label = "Executed Warp Instructions",
        .unit = "instructions",
        .nsight = "smsp__inst_executed.sum",
        .counters = { "smsp__inst_executed.sum" },
        .formula = "sum over warps of executed instructions",
        .definition = "Number of instructions executed by warps; the prediction counts PTX instructions, the hardware counts "
                      "machine instructions.",
        .value =
            [](const Counters& counters) {
                return number(counters.instructions);
            } },
    Metric { .id = "active_threads",
        .label = "Avg. Active Threads",
        .unit = "threads",
        .nsight = "smsp__average_thread_inst_executed_per_inst_executed.ratio",
        .counters = { "smsp__average_thread_inst_executed_per_inst_executed.ratio" },
        .formula = "active threads / instructions",
        .definition = "Average number of active threads per warp instruction, including threads that are predicated off.",
        .value = [](const Counters& counters) { return counters.average_active_lanes(); },
        .whole = false },
    Metric { .id = "active_threads_pred_on",
        .label = "Avg. Not Predicated Off Threads",
        .unit = "threads",
        .nsight = "smsp__average_thread_inst_executed_pred_on_per_inst_executed.ratio",
        .counters = { "smsp__average_thread_inst_executed_pred_on_per_inst_executed.ratio" },
        .formula = "threads not predicated off / instructions",
        .definition = "Average number of threads per warp instruction that are active and not predicated off.",
        .value = [](const Counters& counters) { return counters.average_executed_lanes(); },
        .whole = false,
        .tolerance = 3.0 },
    Metric { .id = "branches",
        .label = "Branch Instructions",
        .unit = "branches",
        .nsight = "smsp__sass_branch_targets_threads_{uniform,divergent}.sum",
        .counters = { "smsp__sass_branch_targets_threads_uniform.sum", "smsp__sass_branch_targets_threads_divergent.sum" },
        .formula = "sum over warps of executed conditional branches",
        .definition = "Number of branches executed by warps; the prediction counts the conditional branches of the PTX.",
        .value =
            [](const Counters& counters) {
                return number(counters.branches);
            } },
    Metric { .id = "divergent_targets",
        .label = "Divergent Branches",
        .unit = "branches",
        .nsight = "smsp__sass_branch_targets_threads_divergent.sum",
        .counters = { "smsp__sass_branch_targets_threads_divergent.sum" },
        .formula = "executed branches at which a warp's active threads diverge",
        .definition = "Number of branches at which the active threads of a warp took different paths; the warp executes these "
                      "paths one at a time.",
        .value =
            [](const Counters& counters) {
                return number(counters.divergent_branches);
            } },
    Metric { .id = "branch_efficiency",
        .label = "Branch Efficiency",
        .unit = "%",
        .nsight = "smsp__sass_average_branch_targets_threads_uniform.pct",
        .counters = { "smsp__sass_average_branch_targets_threads_uniform.pct" },
        .formula = "100 x (branches - divergent targets) / branches",
        .definition = "Percentage of branches at which all active threads of the warp took the same path.",
        .value = [](const Counters& counters) { return counters.branch_efficiency(); },
        .whole = false },
    Metric { .id = "shared_requests",
        .label = "Shared Memory Instructions",
        .unit = "instructions",
        .nsight = "smsp__inst_executed_op_shared_{ld,st}_pred_on_any.sum",
        .counters = { "smsp__inst_executed_op_shared_ld_pred_on_any.sum", "smsp__inst_executed_op_shared_st_pred_on_any.sum" },
        .formula = "loads + stores of shared memory with at least one active thread",
        .definition = "Number of warp-level load and store instructions to shared memory.",
        .value =
            [](const Counters& counters) {
                return number(counters.plain_shared().requests);
            } },
    Metric { .id = "wavefronts",
        .label = "L1 Wavefronts Shared",
        .unit = "wavefronts",
        .nsight = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st}.sum",
        .counters = { "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
            "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum" },
        .formula = "sum over requests and their parts of the largest number of distinct words in one bank",
        .definition =
            "Number of wavefronts that shared memory needed for the loads and stores: one wavefront serves one word per bank.",
        .value = [](const Counters& counters) { return number(counters.plain_shared().cost); },
        .tolerance = 1.0 },
    Metric { .id = "wavefronts_ideal",
        .label = "L1 Wavefronts Shared Ideal",
        .unit = "wavefronts",
        .nsight = "memory_l1_wavefronts_shared_ideal",
        .counters = {},
        .formula = "sum over requests of the parts with at least one active thread",
        .definition = "Number of wavefronts that the same requests, including atomics, would need without bank conflicts.",
        .value =
            [](const Counters& counters) {
                return number(counters.all_shared().ideal);
            } },
    Metric { .id = "wavefronts_excessive",
        .label = "L1 Wavefronts Shared Excessive",
        .unit = "wavefronts",
        .nsight = "derived__memory_l1_wavefronts_shared_excessive",
        .counters = {},
        .formula = "wavefronts - ideal wavefronts, with those of atomics",
        .definition = "Additional wavefronts caused by bank conflicts; atomic operations count as stores.",
        .value =
            [](const Counters& counters) {
                return number(counters.all_shared().cost - counters.all_shared().ideal);
            } },
    Metric { .id = "shared_atomics",
        .label = "Shared Memory Atomics",
        .unit = "instructions",
        .nsight = "smsp__sass_inst_executed_op_shared_atom.sum",
        .counters = { "smsp__sass_inst_executed_op_shared_atom.sum" },
        .formula = "atomic operations on shared memory with at least one active thread",
        .definition = "Number of warp-level atomic instructions on shared memory.",
        .value =
            [](const Counters& counters) {
                return number(counters.shared_atomics.requests);
            } },
    Metric { .id = "global_requests",
        .label = "Global Requests",
        .unit = "requests",
        .nsight = "l1tex__t_requests_pipe_lsu_mem_global_op_{ld,st}.sum",
        .counters = { "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum" },
        .formula = "loads + stores of global memory with at least one active thread",
        .definition = "Number of warp-level load and store requests to global memory.",
        .value =
            [](const Counters& counters) {
                return number(counters.plain_global().requests);
            } },
    Metric { .id = "global_copies",
        .label = "Global Asynchronous Copies",
        .unit = "requests",
        .nsight = "",
        .counters = {},
        .formula = "asynchronous copies from global memory with at least one active thread",
        .definition = "Number of warp-level asynchronous copies, which are not among the global requests.",
        .value =
            [](const Counters& counters) {
                return number(counters.global_copies.requests);
            } },
    Metric { .id = "sectors",
        .label = "L2 Theoretical Sectors Global",
        .unit = "sectors",
        .nsight = "l1tex__t_sectors_pipe_lsu_mem_global_op_{ld,st}.sum",
        .counters = { "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum" },
        .formula = "sum over requests of the distinct 32-byte sectors accessed by their threads",
        .definition = "Number of 32-byte sectors of global memory accessed by the loads and stores.",
        .value = [](const Counters& counters) { return number(counters.plain_global().cost); },
        .tolerance = 1.0 },
    Metric { .id = "sectors_ideal",
        .label = "L2 Theoretical Sectors Global Ideal",
        .unit = "sectors",
        .nsight = "memory_l2_theoretical_sectors_global_ideal",
        .counters = {},
        .formula = "sum over requests of (distinct requested bytes / 32, rounded up)",
        .definition = "Number of sectors that the bytes of all requests, including atomics, would fill if they were contiguous.",
        .value =
            [](const Counters& counters) {
                return number(counters.all_global().ideal);
            } },
    Metric { .id = "sectors_excessive",
        .label = "L2 Theoretical Sectors Global Excessive",
        .unit = "sectors",
        .nsight = "derived__memory_l2_theoretical_sectors_global_excessive",
        .counters = {},
        .formula = "sectors - ideal sectors, with those of atomics",
        .definition = "Additional sectors caused by scattered or misaligned accesses; atomic operations count as stores.",
        .value =
            [](const Counters& counters) {
                return number(counters.all_global().cost - counters.all_global().ideal);
            } },
    Metric { .id = "transactions",
        .label = "Global Memory Transactions",
        .unit = "transactions",
        .nsight = "",
        .counters = {},
        .formula = "sum over requests of transactions of 32, 64 or 128 bytes, depending on the compute capability",
        .definition = "Number of memory transactions of the loads and stores: the term of older profilers, for CC 1.x to 3.x.",
        .value =
            [](const Counters& counters) {
                return number(counters.transactions);
            } },
    Metric { .id = "global_atomics",
        .label = "Global Atomics and Reductions",
        .unit = "requests",
        .nsight = "l1tex__t_requests_pipe_lsu_mem_global_op_{atom,red}.sum",
        .counters = { "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum" },
        .formula = "atomic operations on global memory with at least one active thread",
        .definition = "Number of warp-level atomic instructions on global memory.",
        .value =
            [](const Counters& counters) {
                return number(counters.global_atomics.requests);
            } },
    Metric { .id = "global_atomic_sectors",
        .label = "Global Atomic Sectors",
        .unit = "sectors",
        .nsight = "l1tex__t_sectors_pipe_lsu_mem_global_op_{atom,red}.sum",
        .counters = { "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum" },
        .formula = "sum over atomic requests and their 32-byte sectors of the largest number of threads that update one word",
        .definition =
            "Number of 32-byte sectors of global memory accessed by the atomic operations; threads that update the same word "
            "access its sector in sequence.",
        .value = [](const Counters& counters) { return number(counters.global_atomics.cost); },
        .tolerance = 1.0 },
    Metric { .id = "atomic_operations",
        .label = "Atomic Operations",
        .unit = "operations",
        .nsight = "",
        .counters = {},
        .formula = "sum over atomic requests to shared and global memory of their active threads",
        .definition = "Number of words that threads update with atomic operations.",
        .value =
            [](const Counters& counters) {
                return number(counters.shared_atomics.operations + counters.global_atomics.operations);
            } },
    Metric { .id = "atomics_on_one_word",
        .label = "Atomic Operations On One Word",
        .unit = "operations",
        .nsight = "",
        .counters = {},
        .formula = "sum over atomic requests of the largest number of threads that update one word",
        .definition = "Number of atomic operations that follow one another because threads of a warp update the same word.",
        .value =
            [](const Counters& counters) {
                return number(counters.shared_atomics.same_word + counters.global_atomics.same_word);
            } },
    Metric { .id = "constant_requests",
        .label = "Constant Memory Requests",
        .unit = "requests",
        .nsight = "",
        .counters = {},
        .formula = "loads of constant memory with at least one active thread",
        .definition = "Number of constant memory loads of the PTX; the assembler turns loads from fixed addresses into operands "
                      "of other instructions, which request counters do not include.",
        .value =
            [](const Counters& counters) {
                return number(counters.constant.requests);
            } },
    Metric { .id = "constant_accesses",
        .label = "Constant Cache Accesses",
        .unit = "accesses",
        .nsight = "",
        .counters = {},
        .formula = "sum over requests of their distinct addresses; CC 1.x: per half-warp",
        .definition = "Number of accesses to the constant cache, which serves one address of a request at a time.",
        .value =
            [](const Counters& counters) {
                return number(counters.constant.cost);
            } },
    Metric { .id = "local_requests",
        .label = "Local Requests",
        .unit = "requests",
        .nsight = "l1tex__t_requests_pipe_lsu_mem_local_op_{ld,st}.sum",
        .counters = { "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum" },
        .formula = "loads + stores of local memory with at least one active thread",
        .definition = "Number of loads and stores to local memory, for arrays indexed at run time; registers spilled by the "
                      "assembler are not in the PTX.",
        .value =
            [](const Counters& counters) {
                return number(counters.local.requests);
            } },
    Metric { .id = "local_sectors",
        .label = "Local Sectors",
        .unit = "sectors",
        .nsight = "l1tex__t_sectors_pipe_lsu_mem_local_op_{ld,st}.sum",
        .counters = { "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum" },
        .formula = "sum over requests of the distinct 32-byte sectors; words at the same offset of all threads are contiguous",
        .definition = "Number of 32-byte sectors of local memory accessed by the loads and stores.",
        .value = [](const Counters& counters) { return number(counters.local.cost); },
        .tolerance = 1.0 },
};

} // namespace

std::span<const Metric> all_metrics()
{
    return kMetrics;
}

const Metric* find_metric(std::string_view id)
{
    const auto* const found = std::ranges::find(kMetrics, id, &Metric::id);
    return found == kMetrics.end() ? nullptr : found;
}

std::vector<std::string> hardware_counters()
{
    std::vector<std::string> names;
    for (const Metric& metric : kMetrics) {
        for (const auto counter : metric.counters) {
            if (!counter.empty() && std::ranges::find(names, counter) == names.end())
                names.emplace_back(counter);
        }
    }
    return names;
}

std::string value_text(const Metric& metric, double value)
{
    return metric.whole ? fmt::format("{:.0f}", value) : fmt::format("{:.2f}", value);
}

} // namespace warpstage::analysis

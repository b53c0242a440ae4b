#include "core/analysis/metrics.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::analysis {

namespace {

double number(std::uint64_t count)
{
    return static_cast<double>(count);
}

// Names and meaning: Nsight Compute, "Profiling Guide", metrics reference, and what CUPTI says of each counter of GH100.
constexpr std::array kMetrics {
    Metric { .id = "instructions",
        .label = "Executed Warp Instructions",
        .unit = "instructions",
        .nsight = "smsp__inst_executed.sum",
        .counters = { "smsp__inst_executed.sum" },
        .formula = "one for each instruction that a warp executes",
        .definition = "How many instructions warps executed; predicted from PTX, of which the assembler makes other ones.",
        .value =
            [](const Counters& counters) {
                return number(counters.instructions);
            } },
    Metric { .id = "active_threads",
        .label = "Avg. Active Threads",
        .unit = "threads",
        .nsight = "smsp__average_thread_inst_executed_per_inst_executed.ratio",
        .counters = { "smsp__average_thread_inst_executed_per_inst_executed.ratio" },
        .formula = "threads on the path of the branch / instructions",
        .definition = "How many threads of a warp were on the path of an instruction, on average, whatever their predicate said.",
        .value = [](const Counters& counters) { return counters.average_active_lanes(); },
        .whole = false },
    Metric { .id = "active_threads_pred_on",
        .label = "Avg. Not Predicated Off Threads",
        .unit = "threads",
        .nsight = "smsp__average_thread_inst_executed_pred_on_per_inst_executed.ratio",
        .counters = { "smsp__average_thread_inst_executed_pred_on_per_inst_executed.ratio" },
        .formula = "threads that executed / instructions",
        .definition = "How many threads of a warp really executed an instruction, on average: a thread whose predicate is off "
                      "does nothing.",
        .value = [](const Counters& counters) { return counters.average_executed_lanes(); },
        .whole = false,
        .tolerance = 3.0 },
    Metric { .id = "branches",
        .label = "Branch Instructions",
        .unit = "branches",
        .nsight = "smsp__sass_branch_targets_threads_{uniform,divergent}.sum",
        .counters = { "smsp__sass_branch_targets_threads_uniform.sum", "smsp__sass_branch_targets_threads_divergent.sum" },
        .formula = "one for each conditional branch that a warp meets",
        .definition = "How often warps met a branch; predicted are the conditional ones of the PTX.",
        .value =
            [](const Counters& counters) {
                return number(counters.branches);
            } },
    Metric { .id = "divergent_targets",
        .label = "Divergent Branches",
        .unit = "branches",
        .nsight = "smsp__sass_branch_targets_threads_divergent.sum",
        .counters = { "smsp__sass_branch_targets_threads_divergent.sum" },
        .formula = "one for each branch at which a warp's active threads part",
        .definition =
            "How often the threads of a warp went different ways at a branch, so that the ways ran one after the other.",
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
        .definition = "The share of branches at which all threads of the warp went the same way.",
        .value = [](const Counters& counters) { return counters.branch_efficiency(); },
        .whole = false },
    Metric { .id = "shared_requests",
        .label = "Shared Memory Instructions",
        .unit = "instructions",
        .nsight = "smsp__inst_executed_op_shared_{ld,st}_pred_on_any.sum",
        .counters = { "smsp__inst_executed_op_shared_ld_pred_on_any.sum", "smsp__inst_executed_op_shared_st_pred_on_any.sum" },
        .formula = "loads + stores of shared memory with at least one thread",
        .definition = "How many load and store instructions went to shared memory.",
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
        .formula = "sum over requests and their phases of the most distinct words in one bank",
        .definition = "How many passes shared memory needed for the loads and stores: one serves each bank with one word.",
        .value = [](const Counters& counters) { return number(counters.plain_shared().cost); },
        .tolerance = 1.0 },
    Metric { .id = "wavefronts_ideal",
        .label = "L1 Wavefronts Shared Ideal",
        .unit = "wavefronts",
        .nsight = "memory_l1_wavefronts_shared_ideal",
        .counters = {},
        .formula = "sum over requests of the phases that have a thread",
        .definition = "How many passes the same requests, atomic ones too, would need if no two words met in a bank.",
        .value =
            [](const Counters& counters) {
                return number(counters.wavefronts_ideal);
            } },
    Metric { .id = "wavefronts_excessive",
        .label = "L1 Wavefronts Shared Excessive",
        .unit = "wavefronts",
        .nsight = "derived__memory_l1_wavefronts_shared_excessive",
        .counters = {},
        .formula = "wavefronts - ideal wavefronts",
        .definition = "The passes that bank conflicts cost; atomic operations count as stores.",
        .value =
            [](const Counters& counters) {
                return number(counters.wavefronts_excess());
            } },
    Metric { .id = "shared_atomics",
        .label = "Shared Memory Atomics",
        .unit = "instructions",
        .nsight = "smsp__sass_inst_executed_op_shared_atom.sum",
        .counters = { "smsp__sass_inst_executed_op_shared_atom.sum" },
        .formula = "atomic operations on shared memory with at least one thread",
        .definition = "How many atomic instructions went to shared memory; what those of one word cost more, no rule here says.",
        .value =
            [](const Counters& counters) {
                return number(counters.shared_atomics.requests);
            } },
    Metric { .id = "global_requests",
        .label = "Global Requests",
        .unit = "requests",
        .nsight = "l1tex__t_requests_pipe_lsu_mem_global_op_{ld,st}.sum",
        .counters = { "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum" },
        .formula = "loads + stores of global memory with at least one thread",
        .definition = "How many loads and stores of warps went to global memory.",
        .value =
            [](const Counters& counters) {
                return number(counters.plain_global().requests);
            } },
    Metric { .id = "sectors",
        .label = "L2 Theoretical Sectors Global",
        .unit = "sectors",
        .nsight = "l1tex__t_sectors_pipe_lsu_mem_global_op_{ld,st}.sum",
        .counters = { "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum" },
        .formula = "sum over requests of the distinct 32-byte sectors that their threads touch",
        .definition = "How many 32-byte pieces of global memory the loads and stores asked for.",
        .value = [](const Counters& counters) { return number(counters.plain_global().cost); },
        .tolerance = 1.0 },
    Metric { .id = "sectors_ideal",
        .label = "L2 Theoretical Sectors Global Ideal",
        .unit = "sectors",
        .nsight = "memory_l2_theoretical_sectors_global_ideal",
        .counters = {},
        .formula = "sum over requests of (distinct bytes asked for / 32, rounded up)",
        .definition = "How many sectors the bytes of all requests, atomic ones too, would fill if they lay side by side.",
        .value =
            [](const Counters& counters) {
                return number(counters.sectors_ideal);
            } },
    Metric { .id = "sectors_excessive",
        .label = "L2 Theoretical Sectors Global Excessive",
        .unit = "sectors",
        .nsight = "derived__memory_l2_theoretical_sectors_global_excessive",
        .counters = {},
        .formula = "sectors - ideal sectors",
        .definition = "The sectors that scattered or misaligned accesses cost; atomic operations count as stores.",
        .value =
            [](const Counters& counters) {
                return number(counters.sectors_excess());
            } },
    Metric { .id = "transactions",
        .label = "Global Memory Transactions",
        .unit = "transactions",
        .nsight = "",
        .counters = {},
        .formula = "sum over requests of the pieces of 32, 64 or 128 bytes that the generation fetches",
        .definition = "How many transfers the loads and stores became; the word of the older profilers, for CC 1.x to 3.x.",
        .value =
            [](const Counters& counters) {
                return number(counters.transactions);
            } },
    Metric { .id = "global_atomics",
        .label = "Global Atomics and Reductions",
        .unit = "requests",
        .nsight = "l1tex__t_requests_pipe_lsu_mem_global_op_{atom,red}.sum",
        .counters = { "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum" },
        .formula = "atomic operations on global memory with at least one thread",
        .definition = "How many atomic operations of warps went to global memory.",
        .value =
            [](const Counters& counters) {
                return number(counters.global_atomics.requests);
            } },
    Metric { .id = "constant_requests",
        .label = "Constant Memory Requests",
        .unit = "requests",
        .nsight = "",
        .counters = {},
        .formula = "loads of constant memory with at least one thread",
        .definition =
            "How many loads of the PTX read constant memory; the assembler turns those of a fixed address into operands, "
            "which no counter of requests sees.",
        .value =
            [](const Counters& counters) {
                return number(counters.constant.requests);
            } },
    Metric { .id = "constant_accesses",
        .label = "Constant Cache Accesses",
        .unit = "accesses",
        .nsight = "",
        .counters = {},
        .formula = "sum over requests of the different addresses in them; CC 1.x: of each half-warp",
        .definition = "How often the constant cache was read: it serves one address of a request at a time.",
        .value =
            [](const Counters& counters) {
                return number(counters.constant.cost);
            } },
    Metric { .id = "local_requests",
        .label = "Local Requests",
        .unit = "requests",
        .nsight = "l1tex__t_requests_pipe_lsu_mem_local_op_{ld,st}.sum",
        .counters = { "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum" },
        .formula = "loads + stores of local memory with at least one thread",
        .definition = "How many loads and stores went to local memory: arrays that are indexed at run time; registers that the "
                      "assembler spills are not in the PTX.",
        .value =
            [](const Counters& counters) {
                return number(counters.local.requests);
            } },
    Metric { .id = "local_sectors",
        .label = "Local Sectors",
        .unit = "sectors",
        .nsight = "l1tex__t_sectors_pipe_lsu_mem_local_op_{ld,st}.sum",
        .counters = { "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum" },
        .formula = "sum over requests of the distinct 32-byte sectors; words of one offset of all threads lie side by side",
        .definition = "How many 32-byte pieces of local memory the loads and stores accessed.",
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

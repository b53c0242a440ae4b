#include "core/analysis/report_text.h"

#include <nlohmann/json.hpp>

namespace warpstage::analysis {

namespace {

// Each figure by its plain name and, under "metrics", by Nsight Compute's, so that a script can lay the two side by side.
nlohmann::json json_of(const Counters& counters)
{
    return {
        { "instructions", counters.instructions },
        { "active_lanes", counters.active_lanes },
        { "executed_lanes", counters.executed_lanes },
        { "average_active_lanes", counters.average_active_lanes() },
        { "branches", counters.branches },
        { "divergent_branches", counters.divergent_branches },
        { "shared_requests", counters.shared_requests },
        { "wavefronts", counters.wavefronts },
        { "wavefronts_ideal", counters.wavefronts_ideal },
        { "wavefronts_excess", counters.wavefronts_excess() },
        { "global_requests", counters.global_requests },
        { "sectors", counters.sectors },
        { "sectors_ideal", counters.sectors_ideal },
        { "metrics",
            {
                { "smsp__inst_executed.sum", counters.instructions },
                { "smsp__thread_inst_executed.sum", counters.active_lanes },
                { "smsp__thread_inst_executed_pred_on.sum", counters.executed_lanes },
                { "smsp__average_thread_inst_executed_pred_on_per_inst_executed.ratio", counters.average_active_lanes() },
                { "smsp__sass_branch_targets_threads_divergent.sum", counters.divergent_branches },
                { "smsp__sass_inst_executed_op_shared_{ld,st}.sum", counters.shared_requests },
                { "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", counters.wavefronts },
                { "l1tex__t_requests_pipe_lsu_mem_global_op_{ld,st}.sum", counters.global_requests },
                { "l1tex__t_sectors_pipe_lsu_mem_global_op_{ld,st}.sum", counters.sectors },
            } },
    };
}

} // namespace

nlohmann::json to_json(const KernelReport& report)
{
    auto lines = nlohmann::json::array();
    for (const LineReport& line : report.lines) {
        auto json = json_of(line.counters);
        json["line"] = line.line;
        json["worst_wavefronts"] = line.worst_wavefronts;
        lines.push_back(std::move(json));
    }
    auto instructions = nlohmann::json::array();
    for (const InstructionReport& instruction : report.instructions) {
        auto json = json_of(instruction.counters);
        json["pc"] = instruction.pc;
        json["line"] = instruction.location.line;
        json["inlined_at"] = instruction.location.inlined_at;
        json["worst_wavefronts"] = instruction.worst_wavefronts;
        instructions.push_back(std::move(json));
    }
    return {
        { "kernel", report.kernel },
        { "architecture", report.architecture },
        { "rules_assumed", report.rules_assumed },
        { "warp_width", report.warp_width },
        { "block", report.block },
        { "complete", report.complete },
        { "total", json_of(report.total) },
        { "lines", std::move(lines) },
        { "instructions", std::move(instructions) },
    };
}

nlohmann::json to_json(const std::vector<BranchPass>& passes)
{
    auto json = nlohmann::json::array();
    for (const BranchPass& pass : passes) {
        json.push_back({
            { "pass", pass.pass },
            { "warps", pass.warps },
            { "divergent", pass.divergent },
            { "working", pass.working },
            { "retired", pass.retired },
        });
    }
    return json;
}

} // namespace warpstage::analysis

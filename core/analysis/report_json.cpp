#include "core/analysis/access_report.h"
#include "core/analysis/metrics.h"
#include "core/analysis/report_text.h"

#include <nlohmann/json.hpp>

namespace warpstage::analysis {

namespace {

nlohmann::json metrics_of(const Counters& counters)
{
    auto json = nlohmann::json::object();
    for (const Metric& metric : all_metrics()) {
        if (metric.nsight.empty())
            continue;
        const double value = metric.value(counters);
        if (metric.whole)
            json[std::string(metric.nsight)] = static_cast<std::uint64_t>(value);
        else
            json[std::string(metric.nsight)] = value;
    }
    return json;
}

nlohmann::json json_of(const Atomics& atomics, const char* cost)
{
    return { { "requests", atomics.requests }, { cost, atomics.cost }, { "operations", atomics.operations },
        { "on_one_word", atomics.same_word } };
}

// Each metric by its id and, under "metrics", by Nsight Compute's name, so that a script can compare the two.
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
        { "transactions", counters.transactions },
        { "shared_atomics", json_of(counters.shared_atomics, "wavefronts") },
        { "global_atomics", json_of(counters.global_atomics, "sectors") },
        { "metrics", metrics_of(counters) },
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
        { "blocks_observed", report.blocks },
        { "complete", report.complete },
        { "total", json_of(report.total) },
        { "lines", std::move(lines) },
        { "instructions", std::move(instructions) },
    };
}

nlohmann::json to_json(const std::vector<AccessReport>& accesses)
{
    auto json = nlohmann::json::array();
    for (const AccessReport& access : accesses) {
        json.push_back({
            { "pc", access.pc },
            { "line", access.location.line },
            { "inlined_from", access.inlined_from },
            { "instruction", access.instruction },
            { "space", space_text(access) },
            { "kind", kind_text(access) },
            { "bytes", access.bytes },
            { "lanes", lane_count(access.lanes) },
            { "mask", access.lanes },
            { "stride", stride_text(access) },
            { "offsets", access.offsets },
            { "requests", access.count },
            { "unit", access.unit() },
            { "cost", access.cost },
            { "ideal", access.ideal },
            { "excessive", access.cost - access.ideal },
        });
    }
    return json;
}

nlohmann::json to_json(const std::vector<BranchIteration>& iterations)
{
    auto json = nlohmann::json::array();
    for (const BranchIteration& iteration : iterations) {
        json.push_back({
            { "iteration", iteration.iteration },
            { "warps", iteration.warps },
            { "divergent", iteration.divergent },
            { "working", iteration.working },
            { "retired", iteration.retired },
        });
    }
    return json;
}

} // namespace warpstage::analysis

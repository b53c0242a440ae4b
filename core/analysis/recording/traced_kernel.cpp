#include "core/analysis/recording/traced_kernel.h"

#include "core/analysis/branch_iterations.h"
#include "core/analysis/report_text.h"
#include "core/analysis/step/step_text.h"
#include "core/arch/occupancy.h"
#include "core/base/verify.h"
#include "core/ptx/listing.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>

namespace warpstage::analysis {

namespace {

// The names of the source files; none in a run loaded from a file without its lesson.
std::vector<std::string> files_of(const Recording& recording)
{
    return recording.lesson == nullptr || recording.lesson->module == nullptr ? std::vector<std::string> {}
                                                                              : recording.lesson->module->files;
}

std::vector<AccessReport> accesses_of(const TracedKernel& kernel)
{
    return report_accesses(kernel.recording->listing, kernel.recording->totals, *kernel.traits, files_of(*kernel.recording));
}

struct LineIterations {
    std::uint32_t line = 0; // of the source
    std::vector<BranchIteration> iterations;
};

std::vector<LineIterations> iterations_of(const Recording& recording)
{
    std::vector<LineIterations> all;
    for (const auto pc : repeated_branches(recording.trace, branch_targets(recording.listing)))
        all.push_back({ recording.listing.line_of(pc), iterations_of_branch(recording.trace, pc) });
    return all;
}

std::string iterations_text(const Recording& recording)
{
    std::string text;
    for (const auto& [line, iterations] : iterations_of(recording))
        text += to_text(iterations, line) + "\n";
    if (recording.trace.steps.size() < recording.trace.steps_seen)
        text += fmt::format("iterations: only the first {} of {} warp instructions were recorded\n\n",
            recording.trace.steps.size(), recording.trace.steps_seen);
    return text;
}

std::string partitions_text(const TracedKernel& kernel)
{
    if (!kernel.partitions)
        return {};
    const auto& survey = *kernel.partitions;
    if (!survey)
        return fmt::format("memory partitions: not computed. {}\n\n", survey.error().message);
    return fmt::format("memory partitions: first {} of {} blocks, resident together on a {} (registers not counted){}\n",
               survey->blocks, survey->grid, survey->gpu, survey->complete ? "" : ", up to the instruction budget")
        + to_text(*survey, kernel.recording->listing) + "\n";
}

nlohmann::json partitions_json(const TracedKernel& kernel)
{
    const auto& survey = *kernel.partitions;
    if (!survey)
        return { { "error", survey.error().message } };
    nlohmann::json json { { "resident_blocks", survey->blocks }, { "complete", survey->complete },
        { "lines", nlohmann::json::array() } };
    for (const auto& line : survey->lines) {
        const auto& instruction = kernel.recording->listing.instruction(line.pc);
        json["lines"].push_back({ { "line", kernel.recording->listing.line_of(line.pc) }, { "instruction", instruction.text },
            { "bytes", line.bytes }, { "busy_partitions", line.busy() }, { "partitions", line.longest.size() },
            { "imbalance", line.imbalance() }, { "camping", line.camping } });
    }
    return json;
}

Result<arch::Occupancy> occupancy_of(const TracedKernel& kernel)
{
    return arch::occupancy(*kernel.traits,
        { static_cast<std::uint32_t>(kernel.block.count()), kernel.registers.value_or(0), kernel.recording->shared_bytes });
}

// No GPU has a warp size other than 32.
bool has_occupancy(const TracedKernel& kernel)
{
    return kernel.recording->trace.warp_width == arch::Limits::kWarpSize;
}

std::string occupancy_text(const TracedKernel& kernel)
{
    if (!has_occupancy(kernel))
        return {};
    const auto occupancy = occupancy_of(kernel);
    if (!occupancy)
        return fmt::format("theoretical occupancy: none. {}\n", occupancy.error().message);
    const auto limiter = arch::limiters(*occupancy);
    return fmt::format("theoretical occupancy: {}{:.0f} % ({} of {} warps per multiprocessor){}; {}\n",
        kernel.registers ? "" : "at most ", 100.0 * occupancy->fraction(), occupancy->warps, occupancy->warps_at_most,
        limiter.empty() ? "" : ", limited by " + limiter,
        kernel.registers ? fmt::format("{} registers per thread (given)", *kernel.registers) : "registers not counted");
}

nlohmann::json occupancy_json(const TracedKernel& kernel)
{
    const auto occupancy = occupancy_of(kernel);
    if (!occupancy)
        return { { "error", occupancy.error().message } };
    nlohmann::json json { { "fraction", occupancy->fraction() }, { "warps", occupancy->warps },
        { "max_warps", occupancy->warps_at_most }, { "blocks", occupancy->blocks }, { "upper_bound", !kernel.registers },
        { "registers_per_thread", nullptr }, { "block_limits", nlohmann::json::object() },
        { "limited_by", nlohmann::json::array() } };
    if (kernel.registers)
        json["registers_per_thread"] = *kernel.registers;
    for (const auto& use : occupancy->resources) {
        const std::string name(arch::name_of(use.resource));
        if (use.blocks != arch::ResourceUse::kUnlimited)
            json["block_limits"][name] = use.blocks;
        if (use.limits && occupancy->warps != occupancy->warps_at_most)
            json["limited_by"].push_back(name);
    }
    return json;
}

std::string table_text(const TracedKernel& kernel, const lesson::Lesson& lesson, Level level)
{
    const auto& recording = *kernel.recording;
    switch (level) {
    case Level::kernel:
        return metrics_text(recording.report) + "\n";
    case Level::line:
        return to_text(recording.report, lesson.source_lines) + "\n";
    case Level::instruction:
        return instructions_text(recording.report, recording.listing, files_of(recording)) + "\n";
    case Level::access:
        return to_text(accesses_of(kernel)) + "\n" + partitions_text(kernel);
    case Level::iteration:
        return iterations_text(recording);
    }
    VERIFY_NOT_REACHED();
}

// The parts of a kernel's JSON that belong to one level.
constexpr std::array<std::pair<Level, const char*>, 4> kParts { { { Level::line, "lines" },
    { Level::instruction, "instructions" }, { Level::access, "accesses" }, { Level::iteration, "branches_by_iteration" } } };

} // namespace

std::string to_text(
    const TracedKernel& kernel, std::string_view heading, const lesson::Lesson& lesson, std::optional<Level> level)
{
    const auto& recording = *kernel.recording;
    auto text = fmt::format("{}: kernel {}, block {} of {}, {} threads in {} {} of {}, evaluated for {}\n"
                            "computed from a run on the virtual machine\n{}{}\n",
        heading, recording.kernel, recording.trace.block, kernel.grid.count(), kernel.block.count(), recording.trace.warps,
        recording.trace.warps == 1 ? "warp" : "warps", recording.trace.warp_width, recording.report.architecture,
        occupancy_text(kernel),
        kernel.caches ? fmt::format("caches, estimated for the whole launch: {}\n", to_text(*kernel.caches)) : "");
    text += table_text(kernel, lesson, level.value_or(Level::line));
    if (!level)
        text += table_text(kernel, lesson, Level::iteration);
    if (recording.trap)
        text += fmt::format("fault: {}\n\n", recording.trap->message);
    return text;
}

nlohmann::json to_json(const TracedKernel& kernel, std::optional<Level> level)
{
    const auto& recording = *kernel.recording;
    auto json = to_json(recording.report);
    const std::vector<std::string> files = files_of(recording);
    for (nlohmann::json& instruction : json["instructions"])
        instruction["inlined_from"] = inlined_from(recording.listing, instruction["pc"].get<std::uint32_t>(), files);
    json["blocks"] = kernel.grid.count();
    json["threads"] = kernel.block.count();
    json["warps"] = recording.trace.warps;
    if (has_occupancy(kernel))
        json["theoretical_occupancy"] = occupancy_json(kernel);
    if (kernel.caches)
        json["estimated_caches"] = to_json(*kernel.caches);
    json["steps"] = recording.trace.steps_seen;
    json["steps_recorded"] = recording.trace.steps.size(); // branches_by_iteration counts these
    json["branches_by_iteration"] = nlohmann::json::array();
    for (const auto& [line, iterations] : iterations_of(recording))
        json["branches_by_iteration"].push_back({ { "line", line }, { "iterations", to_json(iterations) } });
    if (recording.trap)
        json["fault"] = recording.trap->message;
    if (!level)
        return json;
    if (*level == Level::access)
        json["accesses"] = to_json(accesses_of(kernel));
    if (*level == Level::access && kernel.partitions)
        json["memory_partitions"] = partitions_json(kernel);
    for (const auto& [other, key] : kParts) {
        if (other != *level)
            json.erase(key);
    }
    return json;
}

std::string to_csv(const TracedKernel& kernel, const lesson::Lesson& lesson, Level level)
{
    const auto& recording = *kernel.recording;
    switch (level) {
    case Level::kernel:
        return csv_kernel(recording.report);
    case Level::line:
        return csv_lines(recording.report, lesson.source_lines);
    case Level::instruction:
        return csv_instructions(recording.report, recording.listing);
    case Level::access:
        return csv_accesses(recording.report, accesses_of(kernel));
    case Level::iteration: {
        std::string rows;
        for (const auto& [line, iterations] : iterations_of(recording))
            rows += csv_iterations(recording.report, iterations, line);
        return rows;
    }
    }
    VERIFY_NOT_REACHED();
}

std::string to_text(const TracedVariant& traced)
{
    std::string text;
    for (const auto& kernel : traced.kernels)
        text += to_text(kernel, fmt::format("{} · {}", traced.lesson->id, traced.variant), *traced.lesson, traced.level);
    if (traced.step)
        text += to_text(*traced.step) + "\n";
    return text;
}

nlohmann::json to_json(const TracedVariant& traced)
{
    nlohmann::json json { { "lesson", traced.lesson->id }, { "variant", traced.variant },
        { "source", "computed from a run on the virtual machine" }, { "kernels", nlohmann::json::array() } };
    for (const auto& kernel : traced.kernels)
        json["kernels"].push_back(to_json(kernel, traced.level));
    if (traced.step)
        json["step"] = to_json(*traced.step);
    return json;
}

std::string to_csv(const TracedVariant& traced)
{
    const auto level = traced.level.value_or(Level::line);
    auto text = csv_header(level);
    for (const auto& kernel : traced.kernels)
        text += to_csv(kernel, *traced.lesson, level);
    return text;
}

} // namespace warpstage::analysis

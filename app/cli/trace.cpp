// `warpstage trace`: one block of each kernel of a variant, recorded on the virtual machine and judged by the hardware's rules.
#include "app/cli/assets.h"
#include "app/cli/commands.h"
#include "core/analysis/passes.h"
#include "core/analysis/report_text.h"
#include "core/ptx/listing.h"
#include "core/session/recording.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::cli {

namespace {

struct TracedKernel {
    std::shared_ptr<const session::Recording> recording;
    Dim3 grid;
    Dim3 block;
};

// The first launch of each kernel of the step.
Result<std::vector<TracedKernel>> record_kernels(const TraceCommand& command, const std::shared_ptr<const lesson::Lesson>& lesson,
    const std::shared_ptr<const problem::Plan>& plan)
{
    std::vector<TracedKernel> traced;
    session::RecordingRequest request;
    request.programs = std::make_shared<const engine::VmPrograms>(lesson);
    request.lesson = lesson;
    request.variant = command.variant;
    request.plan = plan;
    request.warp_width = command.warp_width;
    request.checks = command.checks;
    request.traits = &arch::traits_of({ 9, 0 });
    std::vector<std::string> seen;
    for (std::size_t i = 0; i < plan->step.size(); ++i) {
        const auto* launch = std::get_if<problem::KernelLaunch>(&plan->step[i]);
        if (launch == nullptr || std::ranges::find(seen, launch->kernel) != seen.end())
            continue;
        seen.push_back(launch->kernel);
        request.work = i;
        request.block = command.block;
        auto recording = session::record(request);
        if (!recording)
            return recording.error();
        traced.push_back({ std::move(*recording), launch->grid, launch->block });
    }
    return traced;
}

// Of each program counter; a jump through a table has many targets and none that says where a loop ends.
std::vector<std::uint32_t> branch_targets(const ptx::Listing& listing)
{
    std::vector<std::uint32_t> targets(listing.size(), ~std::uint32_t { 0 });
    for (std::size_t i = 0; i < listing.functions().size(); ++i) {
        const auto& instructions = listing.functions()[i]->instructions;
        for (std::size_t at = 0; at < instructions.size(); ++at) {
            if (instructions[at].opcode == ptx::Opcode::bra)
                targets[listing.first(i) + at] =
                    listing.first(i) + std::get<ptx::LabelOperand>(instructions[at].operands.front()).target;
        }
    }
    return targets;
}

void print_text(const TraceCommand& command, const lesson::Lesson& lesson, const TracedKernel& kernel)
{
    const auto& recording = *kernel.recording;
    fmt::print("{} · {}: kernel {}, block {} of {}, {} threads in {} warps of {}, rules of {}\n"
               "computed from a run on the virtual machine\n\n",
        lesson.id, command.variant, recording.kernel, command.block, kernel.grid.count(), kernel.block.count(),
        recording.trace.warps, command.warp_width, recording.report.architecture);
    fmt::print("{}\n", analysis::to_text(recording.report, lesson.source_lines));
    for (const auto pc : analysis::repeated_branches(recording.trace, branch_targets(recording.listing)))
        fmt::print("{}\n",
            analysis::to_text(analysis::passes_of_branch(recording.trace, pc), recording.listing.instruction(pc).location.line));
    if (recording.trace.steps.size() < recording.trace.steps_seen)
        fmt::print("passes: of the first {} of {} steps, which is what the recording keeps\n\n", recording.trace.steps.size(),
            recording.trace.steps_seen);
    if (recording.trap)
        fmt::print("fault: {}\n\n", recording.trap->message);
}

nlohmann::json to_json(const TracedKernel& kernel)
{
    const auto& recording = *kernel.recording;
    auto json = analysis::to_json(recording.report);
    json["blocks"] = kernel.grid.count();
    json["threads"] = kernel.block.count();
    json["warps"] = recording.trace.warps;
    json["steps"] = recording.trace.steps_seen;
    json["steps_recorded"] = recording.trace.steps.size(); // branches_by_pass counts these
    json["branches_by_pass"] = nlohmann::json::array();
    for (const auto pc : analysis::repeated_branches(recording.trace, branch_targets(recording.listing))) {
        json["branches_by_pass"].push_back({ { "line", recording.listing.instruction(pc).location.line },
            { "passes", analysis::to_json(analysis::passes_of_branch(recording.trace, pc)) } });
    }
    if (recording.trap)
        json["fault"] = recording.trap->message;
    return json;
}

} // namespace

int trace(const Common& common, const TraceCommand& command)
{
    const auto assets = find_assets(common);
    if (!assets)
        return refuse(assets.error().message);
    const auto lesson = assets->catalog->find(command.lesson);
    if (!lesson)
        return refuse(lesson.error().message);
    const auto* variant = (*lesson)->find_variant(command.variant);
    if (variant == nullptr) {
        return refuse(
            fmt::format("Lesson `{}` has no variant `{}`; `warpstage list` shows them.", command.lesson, command.variant));
    }
    const auto settings = settings_of(common, **lesson);
    if (!settings)
        return refuse(settings.error().message);
    auto plan = (*lesson)->problem->plan(*variant, *settings);
    if (!plan)
        return refuse(plan.error().message);
    const auto traced = record_kernels(command, *lesson, std::make_shared<const problem::Plan>(std::move(*plan)));
    if (!traced)
        return refuse(traced.error().message);
    if (traced->empty())
        return refuse(fmt::format(
            "Variant `{}` of lesson `{}` runs on the host: there is no kernel to trace.", variant->id, (*lesson)->id));

    if (command.json) {
        nlohmann::json json { { "lesson", (*lesson)->id }, { "variant", variant->id },
            { "source", "virtual machine, rules computed" }, { "kernels", nlohmann::json::array() } };
        for (const auto& kernel : *traced)
            json["kernels"].push_back(to_json(kernel));
        fmt::print("{}\n", json.dump(2));
    } else {
        for (const auto& kernel : *traced)
            print_text(command, **lesson, kernel);
    }
    return kSuccess;
}

} // namespace warpstage::cli

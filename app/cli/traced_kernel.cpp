#include "app/cli/traced_kernel.h"

#include "core/analysis/passes.h"
#include "core/analysis/report_text.h"
#include "core/ptx/listing.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <vector>

namespace warpstage::cli {

namespace {

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

} // namespace

std::string to_text(const TracedKernel& kernel, std::string_view heading, const lesson::Lesson& lesson)
{
    const auto& recording = *kernel.recording;
    auto text = fmt::format("{}: kernel {}, block {} of {}, {} threads in {} warps of {}, rules of {}\n"
                            "computed from a run on the virtual machine\n\n",
        heading, recording.kernel, recording.trace.block, kernel.grid.count(), kernel.block.count(), recording.trace.warps,
        recording.trace.warp_width, recording.report.architecture);
    text += analysis::to_text(recording.report, lesson.source_lines) + "\n";
    for (const auto pc : analysis::repeated_branches(recording.trace, branch_targets(recording.listing))) {
        text +=
            analysis::to_text(analysis::passes_of_branch(recording.trace, pc), recording.listing.instruction(pc).location.line);
        text += '\n';
    }
    if (recording.trace.steps.size() < recording.trace.steps_seen)
        text += fmt::format("passes: of the first {} of {} steps, which is what the recording keeps\n\n",
            recording.trace.steps.size(), recording.trace.steps_seen);
    if (recording.trap)
        text += fmt::format("fault: {}\n\n", recording.trap->message);
    return text;
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

} // namespace warpstage::cli

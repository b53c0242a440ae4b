// `warpstage trace`: one block of each kernel of a variant, recorded on the virtual machine and judged by the hardware's rules.
#include "app/cli/assets.h"
#include "app/cli/commands.h"
#include "app/cli/traced_kernel.h"
#include "core/arch/architecture.h"
#include "core/engine/variant_run.h"
#include "core/session/recording/recording.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::cli {

namespace {

// The first launch of each kernel of the step.
Result<std::vector<TracedKernel>> record_kernels(const TraceCommand& command, const arch::Traits& traits,
    const std::shared_ptr<const lesson::Lesson>& lesson, const std::shared_ptr<const problem::Plan>& plan)
{
    std::vector<TracedKernel> traced;
    session::RecordingRequest request;
    request.programs = std::make_shared<const engine::VmPrograms>(lesson);
    request.lesson = lesson;
    request.variant = command.variant;
    request.plan = plan;
    request.warp_width = command.warp_width;
    request.checks = command.checks;
    request.traits = &traits;
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
        traced.push_back({ std::move(*recording), launch->grid, launch->block, &traits });
    }
    return traced;
}

} // namespace

int trace(const Common& common, const TraceCommand& command)
{
    const auto architecture = arch::parse_architecture(command.architecture);
    if (!architecture)
        return refuse(architecture.error().message);
    const auto lesson = find_lesson(common, command.lesson);
    if (!lesson)
        return refuse(lesson.error().message);
    const auto found = find_variant(**lesson, command.variant);
    if (!found)
        return refuse(found.error().message);
    const auto* variant = *found;
    auto asked = command;
    if (asked.checks == simt::kNoChecks)
        asked.checks = engine::vm_settings_of(*variant, {}).checks;
    const auto settings = settings_of(common, **lesson);
    if (!settings)
        return refuse(settings.error().message);
    auto plan = (*lesson)->problem->plan(*variant, *settings);
    if (!plan)
        return refuse(plan.error().message);
    const auto traced =
        record_kernels(asked, *architecture->traits, *lesson, std::make_shared<const problem::Plan>(std::move(*plan)));
    if (!traced)
        return refuse(traced.error().message);
    if (traced->empty())
        return refuse(fmt::format(
            "Variant `{}` of lesson `{}` runs on the host: there is no kernel to trace.", variant->id, (*lesson)->id));

    switch (command.format) {
    case ReportFormat::text:
        for (const auto& kernel : *traced)
            fmt::print("{}", to_text(kernel, fmt::format("{} · {}", (*lesson)->id, variant->id), **lesson, command.level));
        break;
    case ReportFormat::json: {
        nlohmann::json json { { "lesson", (*lesson)->id }, { "variant", variant->id },
            { "source", "virtual machine, rules computed" }, { "kernels", nlohmann::json::array() } };
        for (const auto& kernel : *traced)
            json["kernels"].push_back(to_json(kernel, command.level));
        fmt::print("{}\n", json.dump(2));
        break;
    }
    case ReportFormat::csv: {
        const auto level = command.level.value_or(analysis::Level::line);
        fmt::print("{}", analysis::csv_header(level));
        for (const auto& kernel : *traced)
            fmt::print("{}", to_csv(kernel, **lesson, level));
        break;
    }
    }
    return kSuccess;
}

} // namespace warpstage::cli

#include "app/cli/figure_subject.h"

#include "app/cli/assets.h"
#include "app/cli/commands.h"
#include "core/arch/architecture.h"
#include "core/base/text.h"
#include "core/session/recording/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace warpstage::cli {

using views::Subject;

namespace {

// What a reader needs to repeat the run: every size, and whatever was set.
std::vector<std::string> words_of(
    const problem::Settings& settings, const std::vector<problem::Parameter>& parameters, const Common& common)
{
    std::vector<std::string> words;
    for (const auto& parameter : parameters) {
        const bool given = std::ranges::any_of(common.settings, [&](const auto& set) { return set.first == parameter.id; });
        // 0 stands for "as suits the rest"; a seed is no size.
        const bool size = parameter.kind == problem::Parameter::Kind::integer
            && (given || (parameter.id != "seed" && settings.integer(parameter.id) != 0));
        if (size)
            words.push_back(fmt::format("{} = {}", parameter.id, text::grouped(settings.integer(parameter.id))));
        else if (given || parameter.id == "block")
            words.push_back(fmt::format("{} = {}", parameter.id, settings.text(parameter.id)));
    }
    return words;
}

} // namespace

Result<std::shared_ptr<const session::Recording>> record_block(
    const FigureCommand& command, const Subject& subject, const std::shared_ptr<const problem::Plan>& plan)
{
    if (plan->recorded_work >= plan->step.size())
        return Error { fmt::format(
            "Variant `{}` of lesson `{}` runs on the host: there is no kernel to draw.", subject.variant, subject.lesson->id) };
    session::RecordingRequest request;
    request.programs = std::make_shared<const engine::VmPrograms>(subject.lesson);
    request.lesson = subject.lesson;
    request.variant = subject.variant;
    request.plan = plan;
    request.work = plan->recorded_work;
    request.block = command.block;
    request.traits = subject.traits;
    return session::record(request);
}

Result<std::pair<Subject, std::shared_ptr<const problem::Plan>>> subject_of(const Common& common, const FigureCommand& command)
{
    const auto architecture = arch::parse_architecture(command.architecture);
    if (!architecture)
        return architecture.error();
    const auto lesson = find_lesson(common, command.lesson);
    if (!lesson)
        return lesson.error();
    const auto variant = find_variant(**lesson, command.variant);
    if (!variant)
        return variant.error();
    const auto settings = settings_of(common, **lesson);
    if (!settings)
        return settings.error();
    auto plan = (*lesson)->problem->plan(**variant, *settings);
    if (!plan)
        return plan.error();
    Subject subject;
    subject.lesson = *lesson;
    subject.variant = command.variant;
    subject.settings = words_of(*settings, (*lesson)->problem->parameters(), common);
    subject.traits = architecture->traits;
    subject.architecture = architecture->name();
    subject.line = command.line;
    subject.access = command.access;
    subject.warp = command.warp;
    subject.pass = command.pass;
    subject.tile = command.tile;
    subject.registers = command.registers;
    subject.other_variant = command.with;
    return std::pair { std::move(subject), std::make_shared<const problem::Plan>(std::move(*plan)) };
}

} // namespace warpstage::cli

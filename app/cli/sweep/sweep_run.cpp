#include "app/cli/sweep/sweep_run.h"

#include "app/cli/command.h"

namespace warpstage::cli {

namespace {

std::string other_settings(
    const lesson::Lesson& lesson, const problem::Settings& settings, const Common& common, std::string_view swept)
{
    std::string text;
    for (const auto& parameter : lesson.problem->parameters()) {
        const bool given = std::ranges::any_of(common.settings, [&](const auto& set) { return set.first == parameter.id; });
        const bool size =
            parameter.role == problem::Parameter::Role::problem_size || parameter.role == problem::Parameter::Role::block_size;
        if (parameter.id != swept && (given || size))
            text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", parameter.id, settings.text(parameter.id));
    }
    return text;
}

} // namespace

bench::Sweep sweep_over(const Common& common, const SweepOptions& options)
{
    bench::SweepRequest request;
    for (const auto& name : options.architectures.empty() ? std::vector<std::string> { "9.0" } : options.architectures)
        request.architectures.push_back(or_refuse(arch::parse_architecture(name)));
    request.lesson = find_lesson(common, options.lesson);
    request.variant = &find_variant(*request.lesson, options.variant);
    request.parameter = options.parameter.id;
    request.series.samples = options.repeat;
    request.checking = checking_of(options.check);
    const auto engine = engine_for(common);
    auto settings = settings_of(common, *request.lesson, engine->description().kind);
    auto others = other_settings(*request.lesson, settings, common, request.parameter);
    // All values are validated before any run.
    for (const auto& value : options.parameter.values) {
        set_parameter(settings, *request.lesson, request.parameter, value);
        request.steps.push_back(settings);
    }
    or_refuse(engine->load(request.lesson));
    auto sweep = or_refuse(bench::run_sweep(*engine, request));
    sweep.others = std::move(others);
    return sweep;
}

} // namespace warpstage::cli

#include "app/cli/command.h"
#include "app/cli/figure/figure.h"
#include "app/export/export.h"

namespace warpstage::cli {

using views::Subject;

namespace {

// An integer, also one of a few.
bool is_whole(const problem::Parameter& parameter)
{
    const auto whole = [](const std::string& choice) {
        return number_in<std::int64_t>(choice).has_value();
    };
    return parameter.kind == problem::Parameter::Kind::integer
        || (parameter.kind == problem::Parameter::Kind::choice && std::ranges::all_of(parameter.choices, whole));
}

// The parameters needed to repeat the run: every size, and all values that were set explicitly.
std::vector<std::string> words_of(
    const problem::Settings& settings, const std::vector<problem::Parameter>& parameters, const Common& common)
{
    std::vector<std::string> words;
    for (const auto& parameter : parameters) {
        const bool given = std::ranges::any_of(common.settings, [&](const auto& set) { return set.first == parameter.id; });
        // 0 means that the value follows from others; a seed is not a size.
        const auto value = parameter.kind == problem::Parameter::Kind::integer
            ? settings.integer(parameter.id) // also written as 2^22
            : number_in<std::int64_t>(settings.text(parameter.id)).value_or(0);
        const bool size = is_whole(parameter) && (given || (parameter.role != problem::Parameter::Role::seed && value != 0));
        if (size)
            words.push_back(fmt::format("{} = {}", parameter.id, text::grouped(value)));
        else if (given || parameter.role == problem::Parameter::Role::block_size)
            words.push_back(fmt::format("{} = {}", parameter.id, settings.text(parameter.id)));
    }
    return words;
}

} // namespace

std::pair<Subject, std::shared_ptr<const problem::Plan>> subject_of(
    const Common& common, const FigureRequest& request, engine::EngineKind machine)
{
    const auto architecture = or_refuse(arch::parse_architecture(request.architecture));
    const auto lesson = find_lesson(common, request.lesson);
    const auto& variant = find_variant(*lesson, request.variant);
    const auto settings = settings_of(common, *lesson, machine);
    Subject subject = request.asked;
    subject.lesson = lesson;
    subject.variant = request.variant;
    subject.settings = words_of(settings, lesson->problem->parameters(), common);
    subject.traits = architecture.traits;
    subject.architecture = architecture.name();
    subject.gpu = architecture.gpu;
    return { std::move(subject), plan_of(*lesson, variant, settings) };
}

figures::LaunchRun launch_run_of(const FigureRequest& request)
{
    auto run = request.run;
    run.architecture = or_refuse(arch::parse_architecture(request.architecture));
    return run;
}

Desktop desktop_of(const std::filesystem::path& file)
{
    const auto format = exporter::format_of(file); // an unknown one is refused later, an empty one is not written
    return format && exporter::is_painted_by_qt(*format) ? Desktop::needed : Desktop::unused;
}

} // namespace warpstage::cli

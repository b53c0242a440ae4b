#include "app/cli/lessons.h"
#include "app/cli/sweep/sweep.h"
#include "core/arch/architecture.h"
#include "core/base/text.h"
#include "core/bench/measure_variant.h"
#include "core/problem/expressions/number.h"

namespace warpstage::cli {

namespace {

constexpr std::int64_t kMostValues = 1024;

Error wrong(std::string_view text)
{
    return { fmt::format(
        "--parameter wants NAME=FROM..TO, NAME=FROM..TO:STEP or NAME=VALUE,VALUE,..., as in offset=0..32, not `{}`.", text) };
}

std::string other_settings(
    const lesson::Lesson& lesson, const problem::Settings& settings, const Common& common, std::string_view swept)
{
    std::string text;
    for (const auto& parameter : lesson.problem->parameters()) {
        const bool given = std::ranges::any_of(common.settings, [&](const auto& set) { return set.first == parameter.id; });
        if (parameter.id != swept && (given || parameter.id == "n" || parameter.id == "block"))
            text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", parameter.id, settings.text(parameter.id));
    }
    return text;
}

} // namespace

Result<SweptParameter> parse_swept(std::string_view text)
{
    const auto equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size())
        return wrong(text);
    SweptParameter swept { std::string { text::trim(text.substr(0, equals)) }, {} };
    const auto rest = text.substr(equals + 1);
    const auto dots = rest.find("..");
    if (dots == std::string_view::npos) {
        for (const auto value : text::split(rest, ','))
            swept.values.emplace_back(text::trim(value));
        if (swept.values.size() > kMostValues)
            return Error { fmt::format("--parameter takes up to {} values, not {}.", kMostValues, swept.values.size()) };
        return swept;
    }
    const auto colon = rest.find(':', dots);
    const auto from = problem::parse_integer(text::trim(rest.substr(0, dots)));
    const auto to =
        problem::parse_integer(text::trim(rest.substr(dots + 2, colon == std::string_view::npos ? colon : colon - dots - 2)));
    const auto step = colon == std::string_view::npos ? std::optional<std::int64_t> { 1 }
                                                      : problem::parse_integer(text::trim(rest.substr(colon + 1)));
    if (!from || !to || !step)
        return wrong(text);
    if (*step < 1 || *to < *from)
        return Error { fmt::format("--parameter wants a range that goes up, in steps of 1 or more, not `{}`.", text) };
    std::int64_t span = 0;
    if (__builtin_sub_overflow(*to, *from, &span) || span / *step >= kMostValues)
        return Error { fmt::format("--parameter takes up to {} values; `{}` has more.", kMostValues, text) };
    for (std::int64_t i = 0; i <= span / *step; ++i)
        swept.values.push_back(std::to_string(*from + i * *step));
    return swept;
}

Sweep sweep_over(const Common& common, const SweepRequest& request)
{
    std::vector<arch::Architecture> architectures;
    for (const auto& name : request.architectures.empty() ? std::vector<std::string> { "9.0" } : request.architectures)
        architectures.push_back(or_refuse(arch::parse_architecture(name)));
    const auto lesson = find_lesson(common, request.lesson);
    const auto& variant = find_variant(*lesson, request.variant);
    const auto engine = engine_for(common);
    Sweep sweep;
    sweep.lesson = lesson->title;
    sweep.variant = variant.label;
    sweep.parameter = request.parameter.id;
    sweep.engine = engine->description();
    for (const auto& architecture : architectures)
        sweep.architectures.push_back(architecture.name());
    auto settings = settings_of(common, *lesson, sweep.engine.kind);
    sweep.others = other_settings(*lesson, settings, common, request.parameter.id);
    // All values before any run: the last one may be wrong.
    std::vector<problem::Settings> steps;
    for (const auto& value : request.parameter.values) {
        set_parameter(settings, *lesson, request.parameter.id, value);
        steps.push_back(settings);
    }
    or_refuse(engine->load(lesson));
    engine::SeriesRequest series;
    series.samples = request.repeat;
    const auto checking = request.check ? bench::Checking::checked : bench::Checking::unchecked;
    for (const auto& step : steps) {
        SweptPoint point { step.text(request.parameter.id),
            or_refuse(bench::measure_variant(*engine, *lesson, variant, step, series, checking)), {} };
        if (point.line.time.samples != 0) {
            const auto plan = plan_of(*lesson, variant, step);
            if (plan->recorded_work >= plan->step.size())
                refuse(fmt::format(
                    "Variant `{}` of lesson `{}` runs on the host: there is no kernel to look at.", variant.id, lesson->id));
            for (const auto& architecture : architectures) {
                const auto recording =
                    or_refuse(session::record(recording_request(lesson, variant.id, plan, architecture.traits)));
                const auto& total = recording->report.total;
                sweep.shared = total.shared_requests > total.global_requests;
                point.costs.push_back(costliest_instruction(recording->report, sweep.shared));
            }
        }
        sweep.points.push_back(std::move(point));
    }
    return sweep;
}

} // namespace warpstage::cli

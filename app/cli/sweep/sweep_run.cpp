#include "app/cli/sweep/sweep_run.h"

#include "app/cli/lessons.h"
#include "app/cli/option_groups.h"
#include "core/base/text.h"
#include "core/problem/expressions/number.h"

namespace warpstage::cli {

namespace {

constexpr std::int64_t kMaxValues = 1024;

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
        if (swept.values.size() > kMaxValues)
            return Error { fmt::format("--parameter takes up to {} values, not {}.", kMaxValues, swept.values.size()) };
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
    if (__builtin_sub_overflow(*to, *from, &span) || span / *step >= kMaxValues)
        return Error { fmt::format("--parameter takes up to {} values; `{}` has more.", kMaxValues, text) };
    for (std::int64_t i = 0; i <= span / *step; ++i)
        swept.values.push_back(std::to_string(*from + i * *step));
    return swept;
}

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
    // All values before any run: the last one may be wrong.
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

#include "core/bench/tune.h"

#include "core/base/text.h"
#include "core/bench/check_variant.h"
#include "core/bench/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

namespace warpstage::bench {

namespace {

using problem::Settings;

std::string text_of(const problem::Argument& argument)
{
    return std::visit(
        [](const auto& value) -> std::string {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, problem::BufferArgument> || std::is_same_v<Value, problem::TextureArgument>)
                return fmt::format("&{}", value.buffer);
            else if constexpr (std::is_same_v<Value, problem::StructArgument>)
                return fmt::format("{{{}}}", value.bytes.size());
            else
                return fmt::format("{}", value);
        },
        argument);
}

// All effects of tunable parameters on a plan: two settings with the same text run the same.
std::string text_of(const Result<problem::Plan>& plan)
{
    if (!plan)
        return plan.error().message;
    std::string text;
    for (const auto& buffer : plan->buffers)
        text += fmt::format("{}:{} ", buffer.name, buffer.bytes);
    for (const auto& work : plan->step) {
        const auto* const launch = std::get_if<problem::KernelLaunch>(&work);
        if (launch == nullptr)
            continue;
        text += fmt::format("| {} {},{},{} {},{},{} {}", launch->kernel, launch->grid.x, launch->grid.y, launch->grid.z,
            launch->block.x, launch->block.y, launch->block.z, launch->shared_bytes);
        for (const auto& argument : launch->arguments)
            text += " " + text_of(argument);
    }
    return text;
}

Settings with(const lesson::Lesson& lesson, Settings settings, std::string_view id, std::string_view value)
{
    VERIFY(settings.set(lesson.problem->parameters(), id, value).ok()); // a choice, or the current value
    return settings;
}

// All combinations of the values that give a valid plan, each plan once.
std::vector<Candidate> combinations(const lesson::Lesson& lesson, const problem::Variant& variant, const Settings& settings,
    const std::vector<SearchedParameter>& searched, std::size_t& impossible)
{
    std::vector<Candidate> all { { {}, settings, {} } };
    for (const auto& parameter : searched) {
        std::vector<Candidate> more;
        for (const auto& one : all) {
            for (const auto& value : parameter.values) {
                more.push_back({ one.values, with(lesson, one.settings, parameter.id, value), {} });
                more.back().values.insert_or_assign(parameter.id, value);
            }
        }
        all = std::move(more);
    }
    std::vector<Candidate> possible;
    std::set<std::string> known;
    for (auto& one : all) {
        const auto plan = lesson.problem->plan(variant, one.settings);
        impossible += plan ? 0U : 1U;
        if (plan && known.insert(text_of(plan)).second)
            possible.push_back(std::move(one));
    }
    return possible;
}

// Combinations that ran, the fastest first; then the others.
bool faster(const Candidate& one, const Candidate& other)
{
    const auto ran = [](const Candidate& candidate) {
        return candidate.line.time.samples > 0;
    };
    return ran(one) != ran(other) ? ran(one) : ran(one) && one.line.time.median < other.line.time.median;
}

const problem::Parameter* size_of(const lesson::Lesson& lesson)
{
    return problem::find_role(lesson.problem->parameters(), problem::Parameter::Role::problem_size);
}

// The reference for a large size may take hours, so results are verified at the lesson's check size.
Settings settings_for_check(const lesson::Lesson& lesson, const problem::Variant& variant, const Settings& settings)
{
    const auto* size = size_of(lesson);
    if (size == nullptr)
        return settings;
    const auto initial = lesson.initial_settings();
    if (initial.integer(size->id) >= settings.integer(size->id))
        return settings;
    auto smaller = with(lesson, settings, size->id, initial.text(size->id));
    return lesson.problem->plan(variant, smaller) ? smaller : settings;
}

Result<MeasuredVariant> timed(engine::Engine& engine, const lesson::Lesson& lesson, const problem::Variant& variant,
    const Settings& settings, const TuneRequest& request, const engine::SeriesRequest& series)
{
    if (request.estimate)
        return request.estimate(settings);
    return measure_variant(engine, lesson, variant, settings, series, Checking::unchecked, request.limits);
}

Result<void> measure_finalists(engine::Engine& engine, const lesson::Lesson& lesson, const problem::Variant& variant,
    const TuneRequest& request, TuneResult& result)
{
    const auto count = std::min(request.finalists, result.candidates.size());
    for (std::size_t i = 0; i < count; ++i) {
        auto& one = result.candidates[i];
        if (one.line.time.samples == 0)
            continue;
        auto line = timed(engine, lesson, variant, one.settings, request, request.second);
        if (!line)
            return line.error();
        one.line = std::move(*line);
        const auto smaller = settings_for_check(lesson, variant, one.settings);
        const auto checked = check_variant(engine, lesson, variant, smaller);
        if (!checked)
            return checked.error();
        one.line.correct = checked->passed;
        if (!checked->passed)
            one.line.remark = checked->sentence;
        if (const auto* size = size_of(lesson))
            result.checked_with = fmt::format("{}={}", size->id, smaller.text(size->id));
    }
    const auto end = result.candidates.begin() + static_cast<std::ptrdiff_t>(count);
    std::stable_sort(result.candidates.begin(), end, [](const Candidate& one, const Candidate& other) {
        const bool right = one.line.correct.value_or(false);
        return right != other.line.correct.value_or(false) ? right : faster(one, other);
    });
    return {};
}

} // namespace

std::vector<SearchedParameter> searched_parameters(const lesson::Lesson& lesson, const problem::Variant& variant,
    const Settings& settings, const std::set<std::string, std::less<>>& fixed)
{
    std::vector<SearchedParameter> searched;
    const auto usual = text_of(lesson.problem->plan(variant, settings));
    for (const auto& parameter : lesson.problem->parameters()) {
        if (!parameter.tunable || fixed.contains(parameter.id))
            continue;
        auto values = parameter.choices;
        if (std::ranges::find(values, settings.text(parameter.id)) == values.end())
            values.push_back(settings.text(parameter.id));
        const bool matters = std::ranges::any_of(values, [&](const std::string& value) {
            return text_of(lesson.problem->plan(variant, with(lesson, settings, parameter.id, value))) != usual;
        });
        if (matters)
            searched.push_back({ parameter.id, std::move(values) });
    }
    return searched;
}

Result<TuneResult> tune(engine::Engine& engine, const lesson::Lesson& lesson, const problem::Variant& variant,
    const Settings& settings, const std::set<std::string, std::less<>>& fixed, const TuneRequest& request)
{
    const auto searched = searched_parameters(lesson, variant, settings, fixed);
    if (searched.empty())
        return Error { fmt::format("Variant `{}` of lesson `{}` has no tunable parameter{}.", variant.id, lesson.id,
            fixed.empty() ? "" : " besides those given with `--set`") };
    std::size_t total = 1;
    for (const auto& parameter : searched) {
        total *= parameter.values.size();
        if (total > request.most)
            return Error { fmt::format(
                "Variant `{}` of lesson `{}` has more than {} combinations. Fix some parameters with `--set`.", variant.id,
                lesson.id, request.most) };
    }
    TuneResult result;
    result.candidates = combinations(lesson, variant, settings, searched, result.impossible);
    std::size_t tried = 0;
    for (auto& one : result.candidates) {
        if (request.progress)
            request.progress(tried++, result.candidates.size());
        auto line = timed(engine, lesson, variant, one.settings, request, request.first);
        if (!line)
            return line.error();
        one.line = std::move(*line);
    }
    std::stable_sort(result.candidates.begin(), result.candidates.end(), faster);
    if (auto measured = measure_finalists(engine, lesson, variant, request, result); !measured)
        return measured.error();
    if (result.candidates.empty() || !result.candidates.front().line.correct.value_or(false))
        return Error { fmt::format("No combination of variant `{}` of lesson `{}` ran with a correct result{}", variant.id,
            lesson.id,
            result.candidates.empty() || result.candidates.front().line.remark.empty()
                ? std::string { "." }
                : ": " + result.candidates.front().line.remark) };
    return result;
}

lesson::TunedVariant tuned_variant(
    const TuneResult& result, const lesson::Lesson& lesson, const problem::Variant& variant, const engine::Description& machine)
{
    const auto& best = result.candidates.front();
    return { machine.name, lesson.id, variant.id, lesson::size_class(*lesson.problem, best.settings), best.values,
        text::plain_spaces(text::rate(best.line.merit, best.line.unit)) };
}

std::string to_table(const TuneResult& result, TimeKind kind)
{
    const bool estimated = kind == TimeKind::estimated;
    Table table;
    for (const auto& [id, value] : result.candidates.front().values)
        table.head.push_back(id);
    const auto names = table.head.size();
    for (const auto* const word : { "median", "minimum", "maximum" })
        if (!estimated)
            table.head.emplace_back(word);
    if (estimated)
        table.head.emplace_back("estimated");
    table.head.emplace_back("throughput");
    table.head.emplace_back("check");
    for (const auto& one : result.candidates) {
        Row row;
        for (const auto& [id, value] : one.values)
            row.push_back(value);
        if (one.line.time.samples == 0) {
            row.resize(table.head.size() - 1);
        } else {
            row.push_back(text::duration(one.line.time.median));
            if (!estimated) {
                row.push_back(text::duration(one.line.time.minimum));
                row.push_back(text::duration(one.line.time.maximum));
            }
            row.push_back(text::rate(one.line.merit, one.line.unit));
        }
        row.push_back(!one.line.correct ? one.line.remark : *one.line.correct ? "right" : "WRONG: " + one.line.remark);
        table.rows.push_back(std::move(row));
    }
    return lay_out(table, Layout::text, names);
}

} // namespace warpstage::bench

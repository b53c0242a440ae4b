#include "core/bench/measure_variant.h"

#include "core/bench/check_variant.h"
#include "core/engine/variant_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace warpstage::bench {

namespace {

enum class Which : std::uint8_t { all, not_tunable };

// "n=1048576 block=256": every parameter, so that a saved line can be reproduced.
std::string parameters_text(const lesson::Lesson& lesson, const problem::Settings& settings, Which which)
{
    std::string text;
    for (const auto& parameter : lesson.problem->parameters()) {
        if (which == Which::all || !parameter.tunable)
            text += (text.empty() ? "" : " ") + parameter.id + "=" + settings.text(parameter.id);
    }
    return text;
}

void take(const engine::Series& series, const problem::Plan& plan, const engine::Limits* limits, MeasuredVariant& line)
{
    line.time = engine::summarize(series.samples);
    line.steps_per_sample = series.steps_per_sample;
    line.copies = series.copies;
    line.in_cache = plan.work_unit == "B/s" && series.in_cache();
    line.launches = series.launches;
    line.warp_instructions = series.warp_instructions;
    line.lane_instructions = series.lane_instructions;
    line.unit = plan.work_unit;
    const auto seconds = std::chrono::duration<double>(line.time.median).count();
    line.merit = seconds > 0.0 ? plan.work_per_step / seconds : 0.0;
    if (!series.graph_samples.empty())
        line.graph_time = engine::summarize(series.graph_samples);
    if (limits == nullptr)
        return;
    if (const auto limit = engine::limit_of(plan, *limits)) {
        line.limit = limit->merit;
        line.limit_name = limit->name;
    }
    line.launch_bound = engine::is_launch_bound(line.time.median, line.launches, *limits);
}

std::string_view function_name(problem::LibraryCall::Function function)
{
    switch (function) {
    case problem::LibraryCall::Function::sgemm:
        return "cuBLAS sgemm";
    case problem::LibraryCall::Function::dgemm:
        return "cuBLAS dgemm";
    case problem::LibraryCall::Function::sgeam:
        return "cuBLAS sgeam";
    case problem::LibraryCall::Function::sum:
        return "CUB Sum";
    }
    VERIFY_NOT_REACHED();
}

// Checks the library's result in the plan's buffers.
Result<void> check_contents(engine::Engine& engine, const lesson::Lesson& lesson, const problem::Plan& plan,
    const problem::Settings& settings, MeasuredVariant& line)
{
    std::vector<std::vector<std::byte>> contents;
    for (problem::BufferIndex i = 0; i < plan.buffers.size(); ++i) {
        contents.emplace_back(plan.buffers[i].bytes);
        if (auto read = engine.read(i, contents.back()); !read)
            return read;
    }
    const auto outcome = lesson.problem->check(plan, settings, contents);
    line.correct = outcome.passed;
    if (!outcome.passed)
        line.remark = outcome.sentence;
    return {};
}

// For the first variant that the library can replace.
std::shared_ptr<const problem::Plan> library_plan(const lesson::Lesson& lesson, const problem::Settings& settings)
{
    for (const auto& variant : lesson.variants) {
        auto plan = lesson.problem->plan(variant, settings);
        const bool on_gpu = plan && plan->library && plan->recorded_work < plan->step.size();
        if (on_gpu) {
            plan->variant = function_name(plan->library->function);
            return std::make_shared<const problem::Plan>(std::move(*plan));
        }
    }
    return nullptr;
}

} // namespace

MeasuredVariant line_for(const lesson::Lesson& lesson, std::string variant, const problem::Settings& settings)
{
    MeasuredVariant line;
    line.lesson = lesson.id;
    line.variant = std::move(variant);
    line.parameters = parameters_text(lesson, settings, Which::all);
    line.problem = parameters_text(lesson, settings, Which::not_tunable);
    return line;
}

Result<MeasuredVariant> measure_variant(engine::Engine& engine, const lesson::Lesson& lesson, const problem::Variant& variant,
    const problem::Settings& settings, engine::SeriesRequest request, Checking checking, const engine::Limits* limits)
{
    auto line = line_for(lesson, variant.id, settings);
    if (engine.description().kind == engine::EngineKind::gpu && engine::stops_gpu(variant)) {
        line.remark = "not launched: its fault would end the use of the GPU";
        return line;
    }
    auto made = lesson.problem->plan(variant, settings);
    if (!made) {
        line.remark = made.error().message;
        return line;
    }
    made->variant = variant.id;
    const auto plan = std::make_shared<const problem::Plan>(std::move(*made));
    if (auto adopted = engine.adopt(plan, engine::Contents::initial); !adopted) {
        line.remark = adopted.error().message;
        return line;
    }
    request.cache = engine::cache_for(*plan);
    const auto series = engine.measure(request);
    if (!series)
        return series.error();
    if (series->trap) {
        line.correct = engine::is_expected(variant, *series->trap);
        line.remark = series->trap->message;
        return line;
    }
    take(*series, *plan, limits, line);
    if (variant.expects_fault())
        line.remark = fmt::format("the expected {} was not detected during the measurement", variant.expects);
    if (checking == Checking::checked) {
        const auto outcome = check_variant(engine, lesson, variant, settings);
        if (!outcome)
            return outcome.error();
        line.correct = outcome->passed;
        if (!outcome->passed)
            line.remark = outcome->sentence;
    }
    return line;
}

Result<std::optional<MeasuredVariant>> measure_library(engine::Engine& engine, const lesson::Lesson& lesson,
    const problem::Settings& settings, engine::SeriesRequest request, Checking checking, const engine::Limits* limits)
{
    const auto plan = engine.description().kind == engine::EngineKind::gpu ? library_plan(lesson, settings) : nullptr;
    if (plan == nullptr)
        return std::optional<MeasuredVariant> {};
    auto line = line_for(lesson, plan->variant, settings);
    if (auto adopted = engine.adopt(plan, engine::Contents::initial); !adopted) {
        line.remark = adopted.error().message;
        return std::optional { line };
    }
    request.cache = engine::cache_for(*plan);
    request.by = engine::By::library;
    const auto series = engine.measure(request);
    if (!series)
        return std::optional<MeasuredVariant> {}; // not installed, or not for this GPU; `warpstage doctor` reports it
    take(*series, *plan, limits, line);
    if (checking == Checking::checked) {
        if (auto checked = check_contents(engine, lesson, *plan, settings, line); !checked)
            return checked.error();
    }
    return std::optional { line };
}

std::optional<double> share_of_limit(const MeasuredVariant& variant)
{
    const bool of_memory = variant.unit == "B/s";
    if (variant.limit <= 0.0 || variant.time.samples == 0 || (of_memory && variant.in_cache))
        return std::nullopt;
    return variant.merit / variant.limit;
}

bool is_emulated(const BenchResult& result, const MeasuredVariant& variant)
{
    return result.emulated && variant.launches > 0;
}

bool is_estimated(const BenchResult& result, const MeasuredVariant& variant)
{
    return result.estimated && variant.launches > 0;
}

double speed_up(const BenchResult& result, const MeasuredVariant& variant)
{
    const auto first = std::ranges::find_if(result.variants, [&](const MeasuredVariant& other) {
        return other.lesson == variant.lesson && other.problem == variant.problem && other.time.samples > 0
            && is_emulated(result, other) == is_emulated(result, variant)
            && is_estimated(result, other) == is_estimated(result, variant);
    });
    if (first == result.variants.end() || variant.time.median.count() == 0)
        return 0.0;
    return static_cast<double>(first->time.median.count()) / static_cast<double>(variant.time.median.count());
}

} // namespace warpstage::bench

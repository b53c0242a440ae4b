#include "core/bench/measure_variant.h"

#include "core/bench/check_variant.h"
#include "core/engine/variant_run.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

namespace warpstage::bench {

namespace {

// "n=1048576 block=256": every parameter, so that a saved line can be repeated.
std::string parameters_text(const lesson::Lesson& lesson, const problem::Settings& settings)
{
    std::string text;
    for (const auto& parameter : lesson.problem->parameters())
        text += (text.empty() ? "" : " ") + parameter.id + "=" + settings.text(parameter.id);
    return text;
}

// Only where memory is what is measured: bodies that stay in the cache from step to step are what an n-body step is like.
engine::CacheState cache_for(const problem::Plan& plan)
{
    return plan.work_unit == "B/s" ? engine::CacheState::cold : engine::CacheState::warm;
}

void take(const engine::Series& series, const problem::Plan& plan, MeasuredVariant& line)
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
}

} // namespace

Result<MeasuredVariant> measure_variant(engine::Engine& engine, const lesson::Lesson& lesson, const problem::Variant& variant,
    const problem::Settings& settings, engine::SeriesRequest request, Checking checking)
{
    MeasuredVariant line;
    line.lesson = lesson.id;
    line.variant = variant.id;
    line.parameters = parameters_text(lesson, settings);
    auto made = lesson.problem->plan(variant, settings);
    if (!made) {
        line.remark = made.error().message;
        return line;
    }
    const auto plan = std::make_shared<const problem::Plan>(std::move(*made));
    if (auto adopted = engine.adopt(plan, engine::Contents::initial); !adopted) {
        line.remark = adopted.error().message;
        return line;
    }
    request.cache = cache_for(*plan);
    const auto series = engine.measure(request);
    if (!series)
        return series.error();
    if (series->trap) {
        line.correct = engine::is_expected(variant, *series->trap);
        line.remark = series->trap->message;
        return line;
    }
    take(*series, *plan, line);
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

double speed_up(const BenchResult& result, const MeasuredVariant& variant)
{
    const auto first = std::ranges::find_if(result.variants, [&](const MeasuredVariant& other) {
        return other.lesson == variant.lesson && other.parameters == variant.parameters && other.time.samples > 0;
    });
    if (first == result.variants.end() || variant.time.median.count() == 0)
        return 0.0;
    return static_cast<double>(first->time.median.count()) / static_cast<double>(variant.time.median.count());
}

} // namespace warpstage::bench

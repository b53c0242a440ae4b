#include "core/bench/measure_run.h"

#include "core/bench/check_variant.h"
#include "core/engine/variant_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stop_token>
#include <utility>
#include <variant>
#include <vector>

namespace warpstage::bench {

namespace {

bool is_on_host(const problem::Plan& plan)
{
    return std::ranges::none_of(
        plan.step, [](const problem::Work& work) { return std::holds_alternative<problem::KernelLaunch>(work); });
}

// Works on its own data, without the engine.
std::chrono::nanoseconds time_on_host(const problem::Plan& plan)
{
    std::vector<std::vector<std::byte>> contents;
    for (const auto& buffer : plan.buffers) {
        contents.push_back(buffer.initial.copy());
        contents.back().resize(buffer.bytes);
    }
    std::vector<std::span<std::byte>> spans(contents.begin(), contents.end());
    const auto begin = std::chrono::steady_clock::now();
    for (const auto& work : plan.step)
        std::get<problem::HostWork>(work).run(spans, std::stop_token {});
    return std::chrono::steady_clock::now() - begin;
}

engine::Series series_on_host(const problem::Plan& plan, const engine::SeriesRequest& request)
{
    engine::Series series;
    const auto begin = std::chrono::steady_clock::now();
    do
        series.samples.push_back(time_on_host(plan));
    while (series.samples.size() < request.samples && std::chrono::steady_clock::now() - begin < request.budget);
    return series;
}

void take_run(const engine::Series& series, const problem::Plan& plan, MeasuredVariant& line)
{
    line.time = engine::summarize(series.samples);
    line.launches = series.launches;
    line.warp_instructions = series.warp_instructions;
    line.lane_instructions = series.lane_instructions;
    line.unit = plan.work_unit;
    const auto seconds = std::chrono::duration<double>(line.time.median).count();
    line.merit = seconds > 0.0 ? plan.work_per_step / seconds : 0.0;
}

} // namespace

std::string words_of(const problem::Run& run)
{
    if (run.steps == 1 && run.copies == problem::Copies::none)
        return {};
    return fmt::format(" steps={}{}", run.steps, run.copies == problem::Copies::both ? " copies=both" : "");
}

Result<MeasuredVariant> measure_run(engine::Engine& engine, const lesson::Lesson& lesson, const problem::Variant& variant,
    const problem::Settings& settings, const problem::Run& run, const engine::SeriesRequest& request, Checking checking)
{
    auto line = line_for(lesson, variant.id, settings);
    line.parameters += words_of(run);
    line.problem += words_of(run);
    auto once = lesson.problem->plan(variant, settings);
    if (!once) {
        line.remark = once.error().message;
        return line;
    }
    auto made = problem::plan_of_run(*std::move(once), run);
    if (!made)
        return made.error();
    const auto plan = std::make_shared<const problem::Plan>(*std::move(made));
    engine::Series series;
    if (is_on_host(*plan)) {
        series = series_on_host(*plan, request);
    } else {
        if (auto adopted = engine.adopt(plan, engine::Contents::initial); !adopted) {
            line.remark = adopted.error().message;
            return line;
        }
        auto warm = request;
        warm.cache = engine::CacheState::warm;
        auto measured = engine.measure(warm);
        if (!measured)
            return measured.error();
        series = *std::move(measured);
    }
    take_run(series, *plan, line);
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

} // namespace warpstage::bench

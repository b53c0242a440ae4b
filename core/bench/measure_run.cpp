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

using problem::BufferIndex;

// Storage for `count` positions per body, of which the first ones are set.
void make_trajectory(problem::Buffer& buffer, std::uint32_t positions)
{
    auto initial = buffer.initial.copy();
    buffer.bytes *= positions;
    initial.resize(buffer.bytes);
    buffer.initial = std::move(initial);
}

// A host buffer with the content of a device buffer, and the transfer between them.
problem::Transfer copy_in(problem::Plan& plan, BufferIndex device)
{
    const auto& buffer = plan.buffers[device];
    problem::Buffer host { .name = "host " + buffer.name, .bytes = buffer.bytes, .initial = buffer.initial };
    host.place = problem::Place::pageable_host;
    plan.buffers.push_back(std::move(host));
    return { .label = "copy in", .from = plan.buffers.size() - 1, .to = device, .offset = 0, .bytes = plan.buffers.back().bytes };
}

problem::Transfer back(const problem::Transfer& in)
{
    return { .label = "copy out", .from = in.to, .to = in.from, .offset = 0, .bytes = in.bytes };
}

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

std::string words_of(const Run& run)
{
    return fmt::format(" steps={}{}", run.steps, run.copies == Copies::both ? " copies=both" : "");
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

Result<problem::Plan> plan_of_run(problem::Plan plan, const Run& run)
{
    const auto* bodies = std::get_if<problem::ParticleScene>(&plan.scene);
    if (bodies == nullptr)
        return Error { "`--steps` and `--copies` require a simulation of bodies. Use them with the lesson `nbody`." };
    const auto once = std::exchange(plan.step, {});
    std::vector<BufferIndex> places { bodies->x, bodies->y };
    std::vector<BufferIndex> velocities { bodies->vx, bodies->vy };
    if (bodies->z && bodies->vz) {
        places.push_back(*bodies->z);
        velocities.push_back(*bodies->vz);
    }
    std::vector<problem::Transfer> in;
    const bool on_host = plan.recorded_work >= once.size();
    if (run.copies == Copies::both && !on_host) {
        for (const BufferIndex place : places)
            make_trajectory(plan.buffers[place], run.steps + 1);
        for (const auto* buffers : { &places, &velocities })
            for (const BufferIndex buffer : *buffers)
                in.push_back(copy_in(plan, buffer));
    }
    plan.step.insert(plan.step.end(), in.begin(), in.end());
    for (std::uint32_t step = 0; step < run.steps; ++step)
        plan.step.insert(plan.step.end(), once.begin(), once.end());
    for (std::size_t i = 0; i < std::min(in.size(), places.size()); ++i)
        plan.step.emplace_back(back(in[i]));
    plan.recorded_work = on_host ? plan.step.size() : plan.recorded_work + in.size();
    plan.work_per_step *= run.steps;
    return plan;
}

Result<MeasuredVariant> measure_run(engine::Engine& engine, const lesson::Lesson& lesson, const problem::Variant& variant,
    const problem::Settings& settings, const Run& run, const engine::SeriesRequest& request, Checking checking)
{
    auto line = line_for(lesson, variant.id, settings);
    line.parameters += words_of(run);
    line.problem += words_of(run);
    auto once = lesson.problem->plan(variant, settings);
    if (!once) {
        line.remark = once.error().message;
        return line;
    }
    auto made = plan_of_run(*std::move(once), run);
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

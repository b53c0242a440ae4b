// Time to move to a step of a recording of maximum size, from any position.
#include "core/trace/cursor.h"
#include "core/trace/recorder.h"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>

namespace warpstage::trace {
namespace {

// Every second step accesses shared memory, stores and loads equally often, over 48 KiB.
Trace largest_trace()
{
    const RecorderLimits limits;
    Trace trace;
    trace.warps = 32;
    std::mt19937 random { 7 };
    for (std::size_t i = 0; i < limits.steps; ++i) {
        StepRecord step;
        step.warp = static_cast<std::uint32_t>(i % 32);
        step.active = step.executed = first_lanes(32);
        if (i % 2 == 0 && trace.accesses.size() < limits.accesses) {
            simt::Access access;
            access.space = ptx::StateSpace::shared;
            access.kind = i % 4 == 0 ? simt::AccessKind::store : simt::AccessKind::load;
            access.bytes = 4;
            access.lanes = first_lanes(32);
            const std::uint64_t base = random() % (12288 - 32);
            for (unsigned lane = 0; lane < 32; ++lane) {
                access.addresses[lane] = 4 * (base + lane);
                access.values[lane] = random();
            }
            trace.accesses.push_back(access);
            step.access = static_cast<std::uint32_t>(trace.accesses.size());
            step.event = Event::access;
        }
        trace.steps.push_back(step);
    }
    trace.gapless = trace.steps.size();
    trace.steps_seen = trace.steps.size();
    return trace;
}

const Trace& recording()
{
    static const Trace trace = largest_trace();
    return trace;
}

void make_cursor(benchmark::State& state)
{
    for (auto _ : state) {
        Cursor cursor(recording());
        benchmark::DoNotOptimize(cursor.values().data());
    }
}
BENCHMARK(make_cursor)->Unit(benchmark::kMillisecond);

void seek_anywhere(benchmark::State& state)
{
    Cursor cursor(recording());
    std::mt19937 random { 3 };
    for (auto _ : state) {
        cursor.seek(random() % recording().steps.size());
        benchmark::DoNotOptimize(cursor.values().data());
    }
}
BENCHMARK(seek_anywhere)->Unit(benchmark::kMillisecond);

void step_back(benchmark::State& state)
{
    Cursor cursor(recording());
    std::size_t step = recording().steps.size() - 1;
    cursor.seek(step);
    for (auto _ : state) {
        step = step == 0 ? recording().steps.size() - 1 : step - 1;
        cursor.seek(step);
        benchmark::DoNotOptimize(cursor.values().data());
    }
}
BENCHMARK(step_back)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace warpstage::trace

// Speed of the SM model: 64 resident warps of 2000 instructions each.
#include "core/timing/issue_order.h"
#include "core/timing/simulation.h"
#include "core/timing/what_if/what_if.h"
#include "tests/core/timing/estimates.h"
#include "tests/core/timing/kernels.h"

#include <benchmark/benchmark.h>

#include <utility>

namespace warpstage::timing {
namespace {

// Every tenth instruction of a loop is a load, and the following sum waits for it.
constexpr std::uint32_t kRounds = 100;

const Kernel& arithmetic_and_loads()
{
    static const Kernel kernel("$L_loop:\n.pragma \"nounroll\";\nld.global.f32 %f1, [%rd1];\n"
        + lines(15, "fma.rn.f32 %f2#, %f2#, %f2#, %f2#;") + "add.f32 %f3, %f3, %f1;\nadd.s32 %r1, %r1, 1;\n"
        + "setp.lt.s32 %p1, %r1, 100;\n@%p1 bra $L_loop;\nret;");
    return kernel;
}

const BlockStream& eight_warps()
{
    static const BlockStream stream = stream_of(arithmetic_and_loads(),
        { .warps = 8,
            .path =
                [](std::uint32_t) {
                    Path path;
                    for (std::uint32_t round = 0; round < kRounds; ++round)
                        for (std::uint32_t pc = 0; pc < 20; ++pc)
                            path.push_back(pc);
                    path.push_back(20);
                    return path;
                },
            .addresses = { { 0, words_from(0x10000) } } });
    return stream;
}

void bm_simulate(benchmark::State& state, Spans spans)
{
    const arch::Timing& timing = arch::timing_of({ 9, 0 });
    SimulationRequest request = request_of(arithmetic_and_loads(), eight_warps(), timing);
    request.resident_blocks = 8;
    request.blocks = 8;
    request.spans = spans;
    std::uint64_t instructions = 0;
    for (auto _ : state) {
        const Simulation simulation = simulate(request);
        instructions += simulation.run.instructions;
        benchmark::DoNotOptimize(simulation.end);
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(instructions));
    state.SetLabel("64 warps of 2000 instructions");
}

// From a known estimate, as on the stage.
void bm_why(benchmark::State& state, const LessonCase& lesson_case)
{
    const auto request = request_of(lesson_case, *arch::find_gpu("H200"));
    const auto step = request ? estimate_step(*request) : Result<StepEstimate> { request.error() };
    if (!step) {
        state.SkipWithError(step.error().message.c_str());
        return;
    }
    for (auto _ : state)
        benchmark::DoNotOptimize(why_step(*request, *step).ok());
}

BENCHMARK_CAPTURE(bm_why, transpose_tiled, LessonCase { "transpose", "tiled" })->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(bm_why, reduction_reduce2, LessonCase { "reduction", "reduce2" })->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(bm_why, matmul_smem3, LessonCase { "matmul", "smem3" })->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(bm_why, nbody_shared, LessonCase { "nbody", "shared" })->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(bm_why, throughput_divide, LessonCase { "throughput", "divide" })->Unit(benchmark::kMillisecond)->UseRealTime();

BENCHMARK_CAPTURE(bm_simulate, for_times, Spans::dropped)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bm_simulate, for_pictures, Spans::kept)->Unit(benchmark::kMillisecond);

void bm_stream(benchmark::State& state)
{
    const Kernel& kernel = arithmetic_and_loads();
    for (auto _ : state) {
        BlockStream stream = eight_warps();
        put_in_issue_order(stream, kernel.code(), kernel.traits());
        benchmark::DoNotOptimize(stream.warps.data());
    }
}
BENCHMARK(bm_stream)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace warpstage::timing

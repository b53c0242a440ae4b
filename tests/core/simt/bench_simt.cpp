// Speed of the virtual machine: the n-body step and a reduction, on one worker and on two. Results: warp instructions per second,
// and interactions or elements per second. Emulated; not a GPU timing.
#include "core/simt/program.h"
#include "fixture.h"

#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::simt {

namespace {

Program lowered(const ptx::Module& module, const std::string& kernel, InstructionSet set)
{
    Result<Program> program = Program::lower(module, *module.find(kernel), set);
    VERIFY(program.ok());
    return std::move(program).value();
}

void measure(benchmark::State& state, const Program& program, DeviceMemory& memory, const LaunchShape& shape,
    const Parameters& parameters, const char* work_name, double work, const RunOptions& options = {})
{
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(state.range(0)));
    std::uint64_t instructions = 0;
    for (auto _ : state) {
        const Result<LaunchOutcome> outcome = run(program, memory, shape, parameters.bytes(), options);
        VERIFY(outcome.ok() && !outcome->trap);
        instructions += outcome->warp_instructions;
    }
    using benchmark::Counter;
    state.counters["warp_instructions"] = Counter(static_cast<double>(instructions), Counter::kIsRate);
    state.counters[work_name] = Counter(work, Counter::kIsIterationInvariantRate);
}

void nbody(benchmark::State& state, InstructionSet set, const RunOptions& options)
{
    constexpr std::uint32_t kBodies = 4096;
    const ptx::Module module = parse_fixture("nbody.ptx");
    const Program program = lowered(module, "nbody", set);
    DeviceMemory memory;
    Parameters parameters;
    for (int buffer = 0; buffer < 4; ++buffer) {
        const DeviceAddress address = memory.allocate("buffer", kBodies * sizeof(float));
        for (std::uint32_t i = 0; i < kBodies; ++i) {
            const float value = std::sin(static_cast<float>(i) * (1.7F + static_cast<float>(buffer))) * 100;
            std::memcpy(memory.bytes(address).data() + i * sizeof(float), &value, sizeof(float));
        }
        parameters.add(address);
    }
    parameters.add(kBodies);
    const LaunchShape shape { .grid = { kBodies / 256 }, .block = { 256 } };
    measure(state, program, memory, shape, parameters, "interactions", double { kBodies } * kBodies, options);
}

void reduction(benchmark::State& state, const char* kernel, const RunOptions& options)
{
    constexpr std::uint32_t kElements = 1U << 20U;
    const ptx::Module module = parse_fixture("reduction.ptx");
    const Program program = lowered(module, kernel, best_instruction_set());
    DeviceMemory memory;
    const Parameters parameters = Parameters()
                                      .add(memory.allocate("in", kElements * sizeof(int)))
                                      .add(memory.allocate("out", kElements / 256 * sizeof(int)))
                                      .add(kElements);
    const LaunchShape shape { .grid = { kElements / 256 }, .block = { 256 }, .dynamic_shared_bytes = 1024 };
    measure(state, program, memory, shape, parameters, "elements", kElements, options);
}

// Tiles of 32 x 32 in shared memory.
void matmul(benchmark::State& state, const RunOptions& options)
{
    constexpr std::uint32_t kRows = 256;
    const ptx::Module module = parse_fixture("matmul.ptx");
    const Program program = lowered(module, "matmul", best_instruction_set());
    DeviceMemory memory;
    Parameters parameters;
    for (int buffer = 0; buffer < 3; ++buffer)
        parameters.add(memory.allocate("matrix", std::size_t { kRows } * kRows * sizeof(float)));
    parameters.add(kRows);
    const LaunchShape shape { .grid = { kRows / 32, kRows / 32 }, .block = { 32, 32 } };
    measure(state, program, memory, shape, parameters, "multiplications", std::pow(double { kRows }, 3), options);
}

// Elements per second for sums with shuffles and for a histogram of 16 bins.
void warp_sum(benchmark::State& state)
{
    constexpr std::uint32_t kElements = 1U << 20U;
    const ptx::Module module = parse_fixture("warp_functions.ptx");
    const Program program = lowered(module, "warp_sum", best_instruction_set());
    DeviceMemory memory;
    const Parameters parameters = Parameters()
                                      .add(memory.allocate("in", kElements * sizeof(float)))
                                      .add(memory.allocate("out", kElements / 32 * sizeof(float)));
    measure(state, program, memory, { .grid = { kElements / 256 }, .block = { 256 } }, parameters, "elements", kElements);
}

void histogram(benchmark::State& state, bool spread)
{
    constexpr std::uint32_t kElements = 1U << 20U;
    const ptx::Module module = parse_fixture("atomic_functions.ptx");
    const Program program = lowered(module, "histogram", best_instruction_set());
    DeviceMemory memory;
    const DeviceAddress in = memory.allocate("in", kElements);
    for (std::uint32_t i = 0; spread && i < kElements; ++i)
        memory.bytes(in)[i] = static_cast<std::byte>(i * 2654435761U >> 24U);
    const Parameters parameters = Parameters().add(in).add(kElements).add(memory.allocate("bins", 64));
    measure(state, program, memory, { .grid = { 64 }, .block = { 256 } }, parameters, "elements", kElements);
}

void register_all()
{
    for (const InstructionSet set : available_instruction_sets()) {
        benchmark::RegisterBenchmark((std::string("nbody/") + name_of(set)).c_str(), nbody, set, RunOptions {})
            ->ArgName("threads")
            ->Arg(1)
            ->Arg(2)
            ->MeasureProcessCPUTime()
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond);
    }
    benchmark::RegisterBenchmark("warp_sum", warp_sum)->ArgName("threads")->Arg(1)->UseRealTime()->Unit(benchmark::kMillisecond);
    for (const bool spread : { false, true }) {
        benchmark::RegisterBenchmark(spread ? "histogram/spread" : "histogram/one_bin", histogram, spread)
            ->ArgName("threads")
            ->Arg(1)
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond);
    }
    for (const char* kernel : { "interleaved", "strided", "sequential" }) {
        benchmark::RegisterBenchmark((std::string("reduction/") + kernel).c_str(), reduction, kernel, RunOptions {})
            ->ArgName("threads")
            ->Arg(1)
            ->Arg(2)
            ->MeasureProcessCPUTime()
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond);
    }
    benchmark::RegisterBenchmark("matmul", matmul, RunOptions {})
        ->ArgName("threads")
        ->Arg(1)
        ->MeasureProcessCPUTime()
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
    // Sequential execution: with all checks, and with the independent schedule.
    RunOptions checked;
    checked.checks = kAllChecks;
    RunOptions drifting;
    drifting.scheduling = { Scheduling::Policy::independent, 1 };
    for (const auto& [name, options] : { std::pair { "checked", checked }, std::pair { "drifting", drifting } }) {
        benchmark::RegisterBenchmark((std::string("nbody/") + name).c_str(), nbody, best_instruction_set(), options)
            ->ArgName("threads")
            ->Arg(1)
            ->Unit(benchmark::kMillisecond);
        benchmark::RegisterBenchmark((std::string("matmul/") + name).c_str(), matmul, options)
            ->ArgName("threads")
            ->Arg(1)
            ->Unit(benchmark::kMillisecond);
        benchmark::RegisterBenchmark((std::string("reduction/sequential/") + name).c_str(), reduction, "sequential", options)
            ->ArgName("threads")
            ->Arg(1)
            ->Unit(benchmark::kMillisecond);
    }
}

} // namespace

} // namespace warpstage::simt

int main(int argc, char** argv)
{
    warpstage::simt::register_all();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}

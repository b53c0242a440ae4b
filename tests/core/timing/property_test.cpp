// Properties of one multiprocessor for any kernel: more of a resource never costs time, except for a stated limit.
#include "core/analysis/recording/recording.h"
#include "core/timing/launch_shape.h"
#include "core/timing/simulation.h"
#include "core/timing/sm_model.h"
#include "tests/core/timing/estimates.h"
#include "tests/core/timing/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace warpstage::timing {
namespace {

// A greedy choice of the next warp may cost some time in another order: seven percent for 16 blocks that read columns, nine for
// matmul/smem5.
constexpr double kAnomaly = 1.10;

struct Subject {
    std::string name;
    const MachineCode* code = nullptr;
    const BlockStream* stream = nullptr;
};

const std::vector<RecordedBlock>& recorded_blocks()
{
    static const auto blocks = [] {
        const arch::Traits& traits = arch::traits_of({ 9, 0 });
        std::vector<RecordedBlock> recorded;
        for (const auto& [lesson, variant] : std::vector<std::pair<std::string, std::string>> {
                 { "divergence", "half_warp_branch" }, { "coalescing", "copy" }, { "coalescing", "columns" },
                 { "banks", "column" }, { "transpose", "tiled" }, { "reduction", "reduce3" }, { "nbody", "shared" },
                 { "matmul", "smem5" }, { "throughput", "sin_fast" }, { "latency", "follow_4" }, { "memories", "blur_global" } })
            recorded.push_back(recorded_block(lesson, variant, traits));
        return recorded;
    }();
    return blocks;
}

struct Synthetic {
    std::string name;
    Kernel kernel;
    BlockStream stream;
};

const std::vector<Synthetic>& synthetic_blocks()
{
    static const auto blocks = [] {
        std::vector<Synthetic> made;
        const auto add = [&made](const std::string& name, const std::string& body, std::uint32_t warps,
                             std::map<std::uint32_t, Address> addresses) {
            Kernel kernel(body);
            BlockStream stream = stream_of(kernel, { .warps = warps, .path = {}, .addresses = std::move(addresses) });
            made.push_back({ name, std::move(kernel), std::move(stream) });
        };
        add("chain", lines(200, "fma.rn.f32 %f#, %f@, %f@, %f@;") + "ret;", 2, {});
        add("independent", lines(200, "fma.rn.f32 %f#, %f0, %f0, %f0;") + "ret;", 2, {});
        add("integers", lines(200, "add.s32 %r#, %r0, %r0;") + "ret;", 4, {});
        add("special functions", lines(60, "ex2.approx.ftz.f32 %f#, %f@;") + "ret;", 4, {});
        add("doubles", lines(60, "fma.rn.f64 %fd1, %fd2, %fd3, %fd1;") + "ret;", 2, {});
        std::map<std::uint32_t, Address> loads;
        for (std::uint32_t pc = 0; pc < 40; pc += 2)
            loads[pc] = words_from(0x10000 + 0x4000 * std::uint64_t { pc });
        add("loads", lines(20, "ld.global.f32 %f#, [%rd1];\nadd.f32 %f99, %f99, %f#;") + "ret;", 4, loads);
        std::map<std::uint32_t, Address> stores;
        for (std::uint32_t pc = 0; pc < 20; ++pc)
            stores[pc] = words_from(0x10000 + 0x4000 * std::uint64_t { pc }, 8);
        add("partial stores", lines(20, "st.global.f32 [%rd1], %f#;") + "ret;", 4, stores);
        std::map<std::uint32_t, Address> conflicts;
        for (std::uint32_t pc = 0; pc < 40; pc += 2)
            conflicts[pc] = words_from(0, 16);
        add("bank conflicts", lines(20, "ld.shared.f32 %f#, [%r1];\nadd.f32 %f99, %f99, %f#;") + "ret;", 4, conflicts);
        add("barriers", lines(20, "add.f32 %f#, %f@, %f@;\nbar.sync 0;") + "ret;", 8, {});
        return made;
    }();
    return blocks;
}

std::vector<Subject> subjects()
{
    std::vector<Subject> all;
    for (const Synthetic& block : synthetic_blocks())
        all.push_back({ block.name, &block.kernel.code(), &block.stream });
    for (const RecordedBlock& block : recorded_blocks())
        all.push_back({ block.name, &block.code, &block.stream });
    return all;
}

// For an H200 on which every multiprocessor is busy.
MemoryRates h200_rates(const arch::Timing& timing)
{
    const arch::Gpu& gpu = *arch::find_gpu("H200");
    Placement placement;
    placement.sharing = gpu.multiprocessors;
    return rates_of(placement, {}, arch::traits_of(gpu.capability), gpu, timing);
}

struct Circumstances {
    arch::Timing timing = arch::timing_of({ 9, 0 });
    std::uint32_t resident = 4;
    std::uint64_t blocks = 16;
    std::function<void(MemoryRates&)> change = [](MemoryRates&) {
    };
};

double end_of(const Subject& subject, const Circumstances& setup)
{
    SimulationRequest request;
    request.timing = &setup.timing;
    request.code = subject.code;
    request.streams = { subject.stream };
    request.memory = h200_rates(setup.timing);
    setup.change(request.memory);
    request.resident_blocks = setup.resident;
    request.blocks = setup.blocks;
    request.instructions = 100'000'000;
    const Simulation simulation = simulate(request);
    EXPECT_TRUE(simulation.run.complete) << subject.name;
    return simulation.end;
}

// Stated limits: DRAM or L2 are as busy as before; L1 has less space per block, and is therefore unlimited here.
TEST(SmProperties, MoreResidentBlocksAreNotSlower)
{
    for (const Subject& subject : subjects()) {
        const auto large_l1 = [](MemoryRates& rates) {
            rates.l1_bytes = 1U << 26U;
        };
        double before = end_of(subject, { .resident = 1, .change = large_l1 });
        for (const std::uint32_t resident : { 2U, 4U, 8U, 16U }) {
            const double now = end_of(subject, { .resident = resident, .change = large_l1 });
            EXPECT_LE(now, before * kAnomaly) << subject.name << ", " << resident << " blocks";
            before = std::min(before, now);
        }
    }
}

TEST(SmProperties, MoreBlocksTakeLonger)
{
    for (const Subject& subject : subjects()) {
        const double four = end_of(subject, { .blocks = 4 });
        const double eight = end_of(subject, { .blocks = 8 });
        const double sixteen = end_of(subject, { .blocks = 16 });
        EXPECT_GT(eight, four) << subject.name;
        EXPECT_GT(sixteen, eight) << subject.name;
        EXPECT_LT(sixteen, 2.0 * eight * kAnomaly + 400.0) << subject.name;
    }
}

TEST(SmProperties, ALongerLatencyIsNotFaster)
{
    for (const Subject& subject : subjects()) {
        const double before = end_of(subject, {});
        for (const double factor : { 1.25, 2.0, 4.0 }) {
            Circumstances arithmetic;
            for (arch::PipeTiming& pipe : arithmetic.timing.pipes)
                pipe.latency.value *= factor;
            EXPECT_GE(end_of(subject, arithmetic) * kAnomaly, before) << subject.name << ", arithmetic times " << factor;
            Circumstances memory;
            memory.timing.device.dram_latency.value *= factor;
            memory.timing.memory.l1_latency.value *= factor;
            memory.timing.memory.shared_latency.value *= factor;
            EXPECT_GE(end_of(subject, memory) * kAnomaly, before) << subject.name << ", memory times " << factor;
        }
    }
}

TEST(SmProperties, ANarrowerPipeIsNotFaster)
{
    for (const Subject& subject : subjects()) {
        const double before = end_of(subject, {});
        Circumstances narrow;
        for (arch::PipeTiming& pipe : narrow.timing.pipes)
            pipe.lanes.value /= 2.0;
        EXPECT_GE(end_of(subject, narrow) * kAnomaly, before) << subject.name;
    }
}

TEST(SmProperties, LessBandwidthIsNotFaster)
{
    for (const Subject& subject : subjects()) {
        const double before = end_of(subject, {});
        const auto changed = [&](std::function<void(MemoryRates&)> change) {
            return end_of(subject, { .change = std::move(change) });
        };
        const double dram = changed([](MemoryRates& rates) { rates.dram_bytes_per_cycle /= 2.0; });
        const double l2 = changed([](MemoryRates& rates) { rates.l2_bytes_per_cycle /= 2.0; });
        const double stores = changed([](MemoryRates& rates) { rates.l2_written_per_cycle /= 2.0; });
        EXPECT_GE(dram * kAnomaly, before) << subject.name;
        EXPECT_GE(l2 * kAnomaly, before) << subject.name;
        EXPECT_GE(stores * kAnomaly, before) << subject.name;
    }
}

TEST(SmProperties, ASmallerCacheIsNotFaster)
{
    for (const Subject& subject : subjects()) {
        const double before = end_of(subject, {});
        for (const double bytes : { 65536.0, 8192.0 })
            EXPECT_GE(end_of(subject,
                          { .change =
                                  [bytes](MemoryRates& rates) {
                                      rates.l1_bytes = bytes;
                                  } })
                    * kAnomaly,
                before)
                << subject.name << ", " << bytes;
    }
}

TEST(SmProperties, ResultsAreReproducible)
{
    for (const Subject& subject : subjects())
        EXPECT_DOUBLE_EQ(end_of(subject, {}), end_of(subject, {})) << subject.name;
}

TEST(SmProperties, ModelsOfRecordedBlocksReportEveryCycle)
{
    const arch::Gpu& gpu = *arch::find_gpu("H200");
    for (const RecordedBlock& block : recorded_blocks()) {
        SmSettings settings;
        settings.traits = block.traits;
        settings.gpu = &gpu;
        settings.grid_blocks = 264;
        const SmRun run = model_sm(*block.recording, settings);
        ASSERT_FALSE(run.warps.empty()) << block.name;
        for (const WarpRow& row : run.warps) {
            std::uint32_t at = 0;
            std::uint32_t gaps = 0;
            for (const WarpSpan& span : row.spans) {
                gaps += span.begin != at || span.end <= span.begin ? 1 : 0;
                at = span.end;
            }
            EXPECT_EQ(gaps, 0) << block.name;
            EXPECT_EQ(at, run.cycles) << block.name;
        }
        EXPECT_EQ(std::accumulate(run.state_cycles.begin(), run.state_cycles.end(), std::uint64_t { 0 }),
            std::uint64_t { run.cycles } * run.warps.size())
            << block.name;
    }
}

TEST(SmProperties, AModelWithAGivenNumberOfBlocksHasThem)
{
    const RecordedBlock& block = recorded_blocks().front();
    SmSettings settings;
    settings.traits = block.traits;
    settings.gpu = arch::find_gpu("H200");
    for (const std::uint32_t resident : { 1U, 3U }) {
        settings.resident_blocks = resident;
        const SmRun run = model_sm(*block.recording, settings);
        EXPECT_EQ(run.resident_blocks, resident);
        EXPECT_EQ(run.warps.size(), resident * block.recording->trace.warps);
    }
}

} // namespace
} // namespace warpstage::timing

#include "core/timing/atomic_contention.h"
#include "tests/core/timing/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace warpstage::timing {
namespace {

const arch::DeviceMemoryTiming& device_of_hopper()
{
    return arch::timing_of({ 9, 0 }).device;
}

// Thread operations per cycle on an H200: 32 neighboring words per request, all warps of the grid on so many lines of 128 bytes
// (tests/timing/device, subject contention, rate_contended_add_u32_lines_*).
TEST(AtomicContention, NeighboringLinesReachAsManySlicesAsMeasured)
{
    struct Row {
        double lines;
        double operations; // per cycle
    };
    for (const Row& row : { Row { 1, 6.38 }, Row { 2, 6.93 }, Row { 4, 13.8 }, Row { 8, 13.8 }, Row { 16, 27.7 },
             Row { 32, 44.1 }, Row { 64, 82.5 }, Row { 256, 150.0 }, Row { 1024, 298.0 } }) {
        constexpr double kWordsOfSector = 8.0;
        const double estimated = kWordsOfSector * device_of_hopper().l2_slice_atomics.value
            * slices_reached(row.lines, device_of_hopper().l2_slices.value);
        EXPECT_NEAR(estimated / row.operations, 1.0, 0.35) << row.lines;
    }
    EXPECT_DOUBLE_EQ(slices_reached(1e9, 96.0), 96.0);
    EXPECT_DOUBLE_EQ(slices_reached(1e9, 1.0), 1.0);
}

// A block with one atomic request per warp of 32 lanes, each on a word of its own, in the given sectors.
BlockStream updating(std::uint64_t first_line, std::uint32_t lines, std::uint32_t turns)
{
    BlockStream stream;
    for (std::uint32_t i = 0; i < lines; ++i)
        stream.lines.push_back({ first_line + i, 15 });
    MemoryUse use;
    use.lines = lines;
    use.kind = simt::AccessKind::atomic;
    use.turns = turns;
    stream.memory.push_back(use);
    return stream;
}

TEST(AtomicContention, StoresOfAllBlocksToOneSectorWaitForItsSlice)
{
    const auto storing = [](std::uint64_t first_line, std::uint32_t lines) {
        BlockStream stream = updating(first_line, lines, 0);
        stream.memory.front().kind = simt::AccessKind::store;
        stream.memory.front().pc = 7;
        return stream;
    };
    const std::vector<BlockStream> flag { storing(0, 1), storing(0, 1), storing(0, 1), storing(0, 1) };
    const auto hot = hot_stores(flag, 1000, 10, device_of_hopper());
    ASSERT_TRUE(hot.contains(7));
    EXPECT_DOUBLE_EQ(hot.at(7), device_of_hopper().l2_slice_atomics.value / 10);
    const std::vector<BlockStream> own { storing(0, 64), storing(64, 64), storing(128, 64), storing(192, 64) };
    EXPECT_TRUE(hot_stores(own, 1000, 10, device_of_hopper()).empty());
}

TEST(AtomicContention, BlocksOnTheSameSectorsShareTheirRate)
{
    const std::vector<BlockStream> same { updating(0, 1, 4), updating(0, 1, 4), updating(0, 1, 4), updating(0, 1, 4) };
    const AtomicRates few = atomic_rates(same, 1000, 10, device_of_hopper());
    EXPECT_DOUBLE_EQ(few.turns, device_of_hopper().l2_slice_atomics.value / 10) << "one slice";
    EXPECT_DOUBLE_EQ(few.float_turns, device_of_hopper().l2_slice_atomics.value / 10) << "four words at a time";
    EXPECT_GT(atomic_rates(same, 1000, 5, device_of_hopper()).turns, few.turns);
    const std::vector<BlockStream> own { updating(0, 1, 4), updating(1, 1, 4), updating(2, 1, 4), updating(3, 1, 4) };
    EXPECT_GT(atomic_rates(own, 1000, 10, device_of_hopper()).turns, 20 * few.turns);
}

TEST(AtomicContention, LaunchesWithoutAtomicsAndGpusWithoutFiguresHaveNone)
{
    BlockStream loads = updating(0, 1, 0);
    loads.memory.front().kind = simt::AccessKind::load;
    EXPECT_EQ(atomic_rates(std::vector<BlockStream> { loads }, 10, 1, device_of_hopper()).turns, 0.0);
    EXPECT_EQ(atomic_rates(std::vector<BlockStream> { updating(0, 1, 4) }, 10, 1, arch::timing_of({ 3, 5 }).device).turns, 0.0);
}

// A block of `warps` requests, each of which changes 32 words, in a loop until it succeeds.
BlockStream changing(std::uint64_t first_word, std::uint64_t words, std::uint32_t warps)
{
    constexpr std::uint32_t kWarp = 32;
    BlockStream stream;
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
        MemoryUse use;
        use.kind = simt::AccessKind::atomic;
        use.retried = static_cast<std::uint32_t>(std::min<std::uint64_t>(kWarp, words));
        stream.memory.push_back(use);
    }
    for (std::uint64_t word = 0; word < words; ++word)
        stream.retried_words.insert(4 * (first_word + word));
    return stream;
}

TEST(AtomicContention, AWordThatWarpsCompareAndSwapChangesOncePerLatency)
{
    const double latency = device_of_hopper().global_atomic_latency.value;
    const Dim3 grid { 1000, 1, 1 };
    const std::vector<std::uint64_t> sampled { 0, 500, 1, 2 };
    const auto rates = [&](const std::vector<BlockStream>& streams) {
        return retry_rates(streams, sampled, grid, 4000.0, 100.0, device_of_hopper());
    };
    const RetryRates single = rates({ changing(0, 1, 8), changing(0, 1, 8), changing(0, 1, 8), changing(0, 1, 8) });
    EXPECT_DOUBLE_EQ(single.successes, 1.0 / latency / 100.0);
    EXPECT_DOUBLE_EQ(single.contenders, 4000.0 - 4000.0 * 4000.0 / (2.0 * 8000.0)) << "4000 of 8000 warps at once";
    const RetryRates many = rates({ changing(0, 256, 8), changing(256, 256, 8), changing(512, 256, 8), changing(768, 256, 8) });
    EXPECT_DOUBLE_EQ(many.contenders, 1.0) << "each word belongs to one warp";
    EXPECT_NEAR(many.successes, 256'000.0 / latency / 100.0, 1e-6);
    const RetryRates some = rates({ changing(0, 256, 8), changing(256, 256, 8), changing(0, 256, 8), changing(0, 256, 8) });
    EXPECT_NEAR(some.successes, 256.0 / latency / 100.0, 1e-6) << "blocks 1 and 2 change the words of block 0";
    EXPECT_EQ(
        retry_rates(std::vector<BlockStream> { updating(0, 1, 4) }, sampled, grid, 1.0, 1.0, device_of_hopper()).successes, 0.0);
}

TEST(AtomicContention, AnAtomicThatDecidesAboutItsRepetitionRetries)
{
    const Kernel kernel("ld.param.u64 %rd1, [k_param_0];\n"
                        "ld.global.u32 %r1, [%rd1];\n"
                        "$loop:\n"
                        "add.u32 %r2, %r1, 1;\n"
                        "atom.global.cas.b32 %r3, [%rd1], %r1, %r2;\n" // 3
                        "setp.ne.u32 %p1, %r3, %r1;\n"
                        "mov.u32 %r1, %r3;\n"
                        "@%p1 bra $loop;\n"
                        "atom.global.cas.b32 %r4, [%rd1], %r1, %r2;\n" // 7: once
                        "st.global.u32 [%rd1+4], %r4;\n"
                        "ret;");
    EXPECT_TRUE(kernel.code().operations[3].retries);
    EXPECT_FALSE(kernel.code().operations[7].retries);
}

// As ptxas 13.0 compiles for CC 9.0.
TEST(UniformAtomics, OneLaneUpdatesAnAddressThatAllLanesShare)
{
    const Kernel kernel("ld.param.u64 %rd1, [k_param_0];\n"
                        "cvta.to.global.u64 %rd2, %rd1;\n"
                        "mov.u32 %r1, %tid.x;\n"
                        "mul.wide.u32 %rd3, %r1, 4;\n"
                        "add.s64 %rd4, %rd2, %rd3;\n"
                        "mov.u32 %r2, %ctaid.x;\n"
                        "mul.wide.u32 %rd5, %r2, 4;\n"
                        "add.s64 %rd6, %rd2, %rd5;\n"
                        "red.global.add.u32 [%rd2], 1;\n" // 8
                        "red.global.add.u32 [%rd6], %r1;\n" // 9: one counter per block, a value per lane
                        "red.global.add.u32 [%rd4], 1;\n" // 10: a word per lane
                        "red.global.add.f32 [%rd2], 0f3F800000;\n" // 11
                        "atom.global.add.u32 %r3, [%rd2], 1;\n" // 12
                        "atom.global.exch.b32 %r4, [%rd2], %r1;\n" // 13
                        "atom.global.cas.b32 %r5, [%rd2], %r1, %r2;\n" // 14
                        "red.global.max.s32 [%rd2], %r1;\n" // 15
                        "red.global.add.u64 [%rd2], 1;\n" // 16
                        "red.global.add.u64 [%rd2], %rd3;\n" // 17
                        "red.global.inc.u32 [%rd2], %r2;\n" // 18
                        "ret;");
    constexpr std::array kOnce { 8U, 9U, 12U, 15U, 16U };
    for (std::uint32_t pc = 8; pc <= 18; ++pc)
        EXPECT_EQ(kernel.code().operations[pc].once_per_warp, std::ranges::find(kOnce, pc) != kOnce.end())
            << kernel.listing().instruction(pc).text;
    EXPECT_TRUE(kernel.code().operations[11].adds_float);
    EXPECT_FALSE(kernel.code().operations[10].adds_float);
}

} // namespace
} // namespace warpstage::timing

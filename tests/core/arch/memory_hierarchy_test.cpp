#include "core/arch/memories/memory_hierarchy.h"
#include "core/arch/timing/break_even.h"
#include "core/arch/timing/latency_cover.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::arch {
namespace {

MemoryRow row_of(std::string_view gpu, std::string_view name)
{
    const Gpu& found = *find_gpu(gpu);
    const auto rows = memory_hierarchy(traits_of(found.capability), found);
    const auto row = std::ranges::find(rows, name, &MemoryRow::name);
    EXPECT_NE(row, rows.end()) << name;
    return row == rows.end() ? MemoryRow {} : *row;
}

TEST(MemoryHierarchy, HasTheSizesOfTheGpu)
{
    EXPECT_EQ(row_of("K40c", "registers").size, "256 KiB");
    EXPECT_EQ(row_of("K40c", "shared memory").size, "48 KiB");
    EXPECT_EQ(row_of("K40c", "L2 cache").size, "1\u2009536 KiB");
    EXPECT_EQ(row_of("K40c", "global memory").size, "12 GiB");
    EXPECT_EQ(row_of("8800GTX", "registers").size, "32 KiB");
    EXPECT_EQ(row_of("8800GTX", "shared memory").size, "16 KiB");
    EXPECT_EQ(row_of("8800GTX", "local memory").size, "at most 16 KiB");
    EXPECT_EQ(row_of("H200", "local memory").size, "at most 512 KiB");
}

TEST(MemoryHierarchy, TheFirstGpusHaveNoCachesForGlobalMemory)
{
    EXPECT_EQ(row_of("GTX280", "L1 cache").size, "none");
    EXPECT_EQ(row_of("GTX280", "L2 cache").size, "none");
    EXPECT_EQ(row_of("GTX280", "L1 cache").latency, 0.0);
    EXPECT_EQ(row_of("C2050", "L1 cache").size, "16 KiB");
    EXPECT_EQ(row_of("B200", "L2 cache").size, "not published");
}

// The lecture's table: type, access and scope.
TEST(MemoryHierarchy, AccessAndScopeAreThoseOfTheLecture)
{
    for (const auto& [name, access, scope] : { std::tuple { "registers", "RW", "thread" }, { "local memory", "RW", "thread" },
             { "shared memory", "RW", "block" }, { "global memory", "RW", "all grids, host" },
             { "constant memory", "RO", "all grids, host" }, { "texture memory", "RO", "all grids, host" } }) {
        EXPECT_EQ(row_of("K40c", name).access, access) << name;
        EXPECT_EQ(row_of("K40c", name).scope, scope) << name;
    }
}

// G80: 8 scalar processors, a warp instruction every 4 cycles. 192 threads on CC 1.x and 768 on CC 2.0 hide the latency of
// registers.
TEST(LatencyCover, IsThatOfTheLecture)
{
    for (const ComputeCapability capability : { ComputeCapability { 1, 0 }, ComputeCapability { 1, 3 } }) {
        const LatencyCover cover = register_latency_cover(timing_of(capability));
        EXPECT_EQ(cover.lanes, 8.0);
        EXPECT_EQ(Limits::kWarpSize / cover.lanes, 4.0);
        EXPECT_EQ(cover.threads, 192U);
    }
    EXPECT_EQ(register_latency_cover(timing_of({ 2, 0 })).threads, 768U);
}

TEST(BreakEven, IsPeakArithmeticDividedByTheFloatsOfMemory)
{
    // 128 processors of 1.35 GHz, 86.4 GB/s: 21.6 G floats/s. 24 flops per float with the multiplication of the special function
    // units, as in the lecture.
    const BreakEven g80 = break_even(*find_gpu("8800GTX"));
    EXPECT_NEAR(g80.flops_per_float, 2 * 128 * 1.35 / 21.6, 1e-9);
    EXPECT_NEAR(g80.with_special_multiply, 24.0, 1e-9);
    const BreakEven c2050 = break_even(*find_gpu("C2050"));
    EXPECT_NEAR(c2050.flops_per_float, 2 * 448 * 1.15 / 36, 1e-9);
    EXPECT_EQ(c2050.with_special_multiply, 0.0);
    EXPECT_NEAR(break_even(*find_gpu("GTX480")).flops_per_float, 30.0, 0.5) << "of Fermi, as in the lecture";
    EXPECT_EQ(break_even(*find_gpu("B200")).flops_per_float, 0.0) << "its clock is not published";
}

} // namespace
} // namespace warpstage::arch

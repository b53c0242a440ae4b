#include "core/arch/gpus.h"
#include "core/arch/timing/timing.h"
#include "core/arch/timing/timing_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <tuple>

namespace warpstage::arch {
namespace {

double latency_of(const Timing& timing, Pipe pipe)
{
    return timing.pipes[static_cast<std::size_t>(pipe)].latency.value;
}

double lanes_of(const Timing& timing, Pipe pipe)
{
    return timing.pipes[static_cast<std::size_t>(pipe)].lanes.value;
}

std::string named(const Timing& timing)
{
    return fmt::format("CC {}.{}", timing.capability.major, timing.capability.minor);
}

TEST(Timing, EachOccursOnceOldestFirst)
{
    const auto all = all_timings();
    ASSERT_FALSE(all.empty());
    for (std::size_t i = 1; i < all.size(); ++i) {
        EXPECT_LT(std::tie(all[i - 1].capability.major, all[i - 1].capability.minor),
            std::tie(all[i].capability.major, all[i].capability.minor));
    }
}

TEST(Timing, EveryCapabilityHasOneOfItsMajorGeneration)
{
    for (const Traits& traits : all_traits()) {
        const Timing& timing = timing_of(traits.capability);
        EXPECT_EQ(timing.capability.major, traits.capability.major) << traits.name;
        EXPECT_LE(timing.capability.minor, traits.capability.minor) << traits.name;
    }
}

TEST(Timing, EveryNamedGpuHasOneOfItsOwnCapability)
{
    for (const Gpu& gpu : all_gpus())
        EXPECT_EQ(timing_of(gpu.capability).capability, gpu.capability) << gpu.name;
}

TEST(Timing, AnUnknownCapabilityIsServedByTheNearestOlderOne)
{
    EXPECT_EQ(timing_of({ 0, 9 }).capability, (ComputeCapability { 1, 0 }));
    EXPECT_EQ(timing_of({ 1, 1 }).capability, (ComputeCapability { 1, 0 }));
    EXPECT_EQ(timing_of({ 8, 8 }).capability, (ComputeCapability { 8, 7 }));
    EXPECT_EQ(timing_of({ 11, 0 }).capability, (ComputeCapability { 10, 0 }));
    EXPECT_EQ(timing_of({ 99, 0 }).capability, (ComputeCapability { 12, 0 }));
}

TEST(Timing, NothingIsNegativeOrInfinite)
{
    for (const Timing& timing : all_timings()) {
        for (const TimingRow& row : timing_rows(timing)) {
            EXPECT_TRUE(std::isfinite(row.value.value)) << named(timing) << ' ' << row.figure;
            EXPECT_GE(row.value.value, 0) << named(timing) << ' ' << row.figure;
        }
    }
}

// 0 means that the cache does not exist and must not occur elsewhere, because rates are divisors.
TEST(Timing, OnlyValuesOfMissingCachesAreZero)
{
    const std::set<std::string> may_be_zero { "L2 store bandwidth, all SMs (0: as for loads)", "L1 hit latency",
        "DRAM row (0: rows are not modeled)", "between activations of DRAM rows", "L1 size for global loads",
        "L1 unified with shared memory", "L2 hit latency", "texture cache (0: textures use L1)" };
    for (const Timing& timing : all_timings()) {
        for (const TimingRow& row : timing_rows(timing)) {
            if (!may_be_zero.contains(row.figure)) {
                EXPECT_GT(row.value.value, 0) << named(timing) << ' ' << row.figure;
            }
        }
    }
}

TEST(Timing, RowsHaveDifferentNames)
{
    std::set<std::string> names;
    for (const TimingRow& row : timing_rows(timing_of({ 9, 0 })))
        EXPECT_TRUE(names.insert(row.figure).second) << row.figure;
    EXPECT_EQ(names.size(), 3 + 2 * kPipes + (sizeof(MemoryTiming) + sizeof(DeviceMemoryTiming)) / sizeof(Figure) + 9);
}

TEST(Timing, MemoryIsSlowerTheFartherAwayItIs)
{
    for (const Timing& timing : all_timings()) {
        const MemoryTiming& memory = timing.memory;
        const DeviceMemoryTiming& device = timing.device;
        EXPECT_LT(latency_of(timing, Pipe::float32), memory.shared_latency.value) << named(timing);
        EXPECT_LT(memory.shared_latency.value, device.dram_latency.value) << named(timing);
        EXPECT_LT(device.l2_latency.value, device.dram_latency.value) << named(timing);
        if (memory.l1_latency.value > 0) {
            EXPECT_LT(memory.l1_latency.value, device.l2_latency.value) << named(timing);
            EXPECT_GT(memory.l1_bytes.value, 0) << named(timing);
            EXPECT_GE(memory.l1_latency.value, memory.shared_latency.value) << named(timing);
        } else {
            EXPECT_EQ(memory.l1_bytes.value, 0) << named(timing);
        }
    }
}

TEST(Timing, OnlyCC1HasNoL2)
{
    for (const Timing& timing : all_timings())
        EXPECT_EQ(timing.device.l2_latency.value == 0, timing.capability.major == 1) << named(timing);
}

TEST(Timing, TheSharedL2BandwidthIsAtMostThatOfOneMultiprocessor)
{
    for (const Timing& timing : all_timings())
        EXPECT_LE(timing.device.l2_share_per_cycle.value, timing.device.l2_bytes_per_cycle.value) << named(timing);
}

TEST(Timing, NoUnitExceedsTheIssueRate)
{
    for (const Timing& timing : all_timings()) {
        for (std::size_t i = 0; i < kPipes; ++i) {
            EXPECT_LE(timing.pipes[i].lanes.value, 32 * timing.schedulers.value * timing.issues.value)
                << named(timing) << ' ' << name_of(static_cast<Pipe>(i));
        }
        EXPECT_LE(timing.schedulers.value, timing.scheduler_count.value) << named(timing);
        EXPECT_LE(timing.issues.value, 2) << named(timing);
    }
}

TEST(Timing, ACopyReachesMostOfThePublishedBandwidth)
{
    for (const Timing& timing : all_timings()) {
        EXPECT_GT(timing.device.dram_share.value, 0.6) << named(timing);
        EXPECT_LT(timing.device.dram_share.value, 1) << named(timing);
    }
}

// Little's law: the outstanding bytes of one multiprocessor must be at least its share of the bandwidth times the latency.
TEST(Timing, BytesInFlightSufficeForTheBandwidthOfEveryGpu)
{
    for (const Gpu& gpu : all_gpus()) {
        if (gpu.clock_megahertz == 0)
            continue;
        const DeviceMemoryTiming& device = timing_of(gpu.capability).device;
        const double bytes_per_cycle = device.dram_share.value * gpu.memory_gigabytes_per_second * 1e3
            / (static_cast<double>(gpu.clock_megahertz) * gpu.multiprocessors);
        EXPECT_GE(device.bytes_in_flight.value, bytes_per_cycle * device.dram_latency.value) << gpu.name;
        EXPECT_GE(device.l2_share_per_cycle.value, bytes_per_cycle) << gpu.name << ": L2 is not slower than DRAM";
    }
}

TEST(Timing, SharedMemoryOfOneUnitWithL1FitsIntoIt)
{
    for (const Traits& traits : all_traits()) {
        const MemoryTiming& memory = timing_of(traits.capability).memory;
        if (memory.l1_unified.value > 0) {
            EXPECT_GE(memory.l1_bytes.value, traits.limits.shared_bytes) << traits.name;
        }
    }
}

struct Published {
    ComputeCapability capability;
    Pipe pipe;
    double lanes;
};

// CUDA C Programming Guide 4.2, 5.4.1 and F.3.1; CUDA C++ Programming Guide 10, "Arithmetic Instructions": results per cycle.
// With half precision there are two results per lane.
TEST(Timing, LanesAreThoseOfTheGuide)
{
    const std::vector<Published> table {
        { { 1, 0 }, Pipe::float32, 8 },
        { { 1, 3 }, Pipe::float64, 32.0 / 32 },
        { { 1, 3 }, Pipe::special, 32.0 / 16 },
        { { 2, 0 }, Pipe::float32, 32 },
        { { 2, 1 }, Pipe::float32, 48 },
        { { 2, 0 }, Pipe::special, 4 },
        { { 2, 1 }, Pipe::special, 8 },
        { { 3, 0 }, Pipe::float32, 192 },
        { { 3, 0 }, Pipe::float64, 8 },
        { { 3, 5 }, Pipe::float64, 64 },
        { { 3, 5 }, Pipe::integer, 160 },
        { { 3, 5 }, Pipe::multiply, 32 },
        { { 3, 5 }, Pipe::special, 32 },
        { { 5, 2 }, Pipe::float32, 128 },
        { { 5, 2 }, Pipe::float64, 4 },
        { { 6, 0 }, Pipe::float32, 64 },
        { { 6, 0 }, Pipe::half, 128.0 / 2 },
        { { 6, 0 }, Pipe::float64, 32 },
        { { 6, 0 }, Pipe::special, 16 },
        { { 6, 1 }, Pipe::half, 2.0 / 2 },
        { { 6, 1 }, Pipe::integer, 128 },
        { { 7, 0 }, Pipe::float32, 64 },
        { { 7, 0 }, Pipe::half, 128.0 / 2 },
        { { 7, 0 }, Pipe::float64, 32 },
        { { 7, 0 }, Pipe::multiply, 64 },
        { { 7, 5 }, Pipe::float64, 2 },
        { { 8, 0 }, Pipe::half, 256.0 / 2 },
        { { 8, 0 }, Pipe::integer, 64 },
        { { 8, 6 }, Pipe::float32, 128 },
        { { 8, 6 }, Pipe::float64, 2 },
        { { 9, 0 }, Pipe::float32, 128 },
        { { 9, 0 }, Pipe::float64, 64 },
        { { 9, 0 }, Pipe::integer, 64 },
        { { 9, 0 }, Pipe::special, 16 },
        { { 12, 0 }, Pipe::integer, 128 },
        { { 12, 0 }, Pipe::float64, 2 },
    };
    for (const auto& [capability, pipe, lanes] : table) {
        const Timing& timing = timing_of(capability);
        ASSERT_EQ(timing.capability, capability);
        // Measured values do not exceed those of the guide.
        const bool measured = timing.pipes[static_cast<std::size_t>(pipe)].lanes.source == Source::measured;
        EXPECT_LE(lanes_of(timing, pipe), lanes) << named(timing) << ' ' << name_of(pipe);
        EXPECT_GE(lanes_of(timing, pipe), measured ? 0.95 * lanes : lanes) << named(timing) << ' ' << name_of(pipe);
    }
}

// The lecture: 192 threads hide the latency of arithmetic on CC 1.x, 768 on CC 2.x.
TEST(Timing, TheLecturesThreadsHideArithmetic)
{
    EXPECT_EQ(32 * latency_of(timing_of({ 1, 0 }), Pipe::float32) * timing_of({ 1, 0 }).schedulers.value, 192);
    EXPECT_EQ(32 * latency_of(timing_of({ 2, 0 }), Pipe::float32) * timing_of({ 2, 0 }).schedulers.value, 768);
}

TEST(TimingTable, HasEveryValueWithItsSource)
{
    for (const Timing& timing : all_timings()) {
        const std::string text = timing_text(timing);
        EXPECT_NE(text.find(named(timing)), std::string::npos);
        for (const TimingRow& row : timing_rows(timing)) {
            EXPECT_NE(text.find(row.figure), std::string::npos) << row.figure;
            EXPECT_NE(text.find(citation_of(row.value.source)), std::string::npos) << name_of(row.value.source);
        }
    }
}

TEST(TimingTable, SourcesHaveDifferentNamesAndCitations)
{
    std::set<std::string_view> names;
    std::set<std::string_view> citations;
    for (std::size_t i = 0; i < kSources; ++i) {
        EXPECT_TRUE(names.insert(name_of(static_cast<Source>(i))).second);
        EXPECT_TRUE(citations.insert(citation_of(static_cast<Source>(i))).second);
        EXPECT_FALSE(citation_of(static_cast<Source>(i)).empty());
    }
}

} // namespace
} // namespace warpstage::arch

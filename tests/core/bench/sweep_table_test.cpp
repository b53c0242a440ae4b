#include "core/bench/sweep.h"
#include "tests/core/bench/sample_sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace warpstage::bench {
namespace {

TEST(SweepTable, TextLabelsTimesAndComputedValues)
{
    const auto text = to_text(two_points());
    EXPECT_THAT(text, testing::HasSubstr("sectors of the most expensive instruction in block 0, and their minimum: computed"));
    EXPECT_THAT(text, testing::HasSubstr("time of one run, emulated on the virtual machine; not a GPU timing\n"));
    EXPECT_THAT(text, testing::HasSubstr("72 of 64, 1.12x"));
    EXPECT_THAT(text, testing::HasSubstr("right\n"));
    auto measured = two_points();
    measured.engine.kind = engine::EngineKind::gpu;
    EXPECT_THAT(to_text(measured), testing::Not(testing::HasSubstr("virtual machine's")));
}

TEST(SweepTable, EstimatesReplaceEmulatedTimes)
{
    auto sweep = two_points();
    sweep.gpus = { "GeForce 8800 GTX", "H200" };
    for (auto& point : sweep.points)
        point.estimates = { { std::chrono::microseconds { 70 }, "DRAM bandwidth", 0.0, 0.0, "" },
            { std::chrono::microseconds { 9 }, "latency", 0.0, 0.0, "" } };
    const auto text = to_text(sweep);
    EXPECT_THAT(
        text, testing::HasSubstr("time of one run, estimated for GeForce 8800 GTX, H200 by the SM model; not measured\n"));
    EXPECT_THAT(text, testing::HasSubstr("70.0 µs"));
    EXPECT_THAT(text, testing::HasSubstr("9.00 µs"));
    EXPECT_THAT(text, testing::Not(testing::HasSubstr("5.00 µs"))) << "the emulated time";
    EXPECT_THAT(to_csv(sweep), testing::HasSubstr(",CC 9.0,sectors,16,72,64,H200,9000,72\n"));
    const auto read = sweep_from_json(to_json(sweep).dump(), "a.json");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->gpus, sweep.gpus);
    EXPECT_EQ(read->points[1].estimates[1].time, sweep.points[1].estimates[1].time);
    EXPECT_EQ(read->points[1].estimates[0].limiter, "DRAM bandwidth");

    // Without an estimate, the reason and the emulated time are shown.
    sweep.points[1].estimates[0] = { {}, "", 0.0, 0.0, "a block does not fit" };
    EXPECT_THAT(to_text(sweep), testing::HasSubstr("right; no estimate: a block does not fit. Emulated time: 5.00 µs\n"));
}

TEST(SweepTable, CsvHasARowPerValueAndArchitecture)
{
    const auto csv = to_csv(two_points());
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
    EXPECT_THAT(
        csv, testing::HasSubstr("offset,1,virtual machine,1,5000,0,0,2000000000,B/s,right,CC 9.0,sectors,16,72,64,,,72\n"));
    const auto json = to_json(two_points());
    EXPECT_EQ(json["points"][1]["computed"][1]["moved"], 72);
    EXPECT_EQ(json["emulated"], true);
}

TEST(SweepTable, TheMostExpensiveInstructionIsShown)
{
    analysis::KernelReport report;
    for (const std::uint64_t requests : { 8U, 64U, 16U }) {
        analysis::InstructionReport instruction;
        instruction.counters.shared_requests = requests;
        instruction.counters.wavefronts = instruction.counters.wavefronts_ideal = requests;
        report.instructions.push_back(instruction);
    }
    EXPECT_EQ(costliest_instruction(report, true).requests, 64U) << "no sector is unused";
    report.instructions[2].counters.wavefronts = 32;
    EXPECT_EQ(costliest_instruction(report, true).requests, 16U);
    EXPECT_EQ(costliest_instruction(report, true).moved, 32U);
    EXPECT_EQ(costliest_instruction(report, false).requests, 0U);
}

// A misaligned load by 8 warps on Fermi: 16 lines are looked up, 9 are fetched.
TEST(SweepTable, L1HitsAreNotCounted)
{
    analysis::KernelReport report;
    analysis::InstructionReport& load = report.instructions.emplace_back();
    load.pc = 7;
    load.counters.global_requests = 8;
    load.counters.sectors = 64;
    load.counters.sectors_ideal = 32;
    const SweptCost without = costliest_instruction(report, false);
    EXPECT_EQ(without.fetched, 64U);
    EXPECT_DOUBLE_EQ(without.times_ideal(), 2.0);
    const SweptCost with = costliest_instruction(report, false, { { 7, { 16, 9 } } });
    EXPECT_EQ(with.moved, 64U);
    EXPECT_EQ(with.fetched, 36U);
    EXPECT_DOUBLE_EQ(with.times_ideal(), 1.125);
}

} // namespace
} // namespace warpstage::bench

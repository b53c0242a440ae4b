#include "app/cli/sweep/sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace warpstage::cli {
namespace {

Sweep two_points()
{
    Sweep sweep;
    sweep.lesson = "Coalescing";
    sweep.variant = "in[i + offset]";
    sweep.parameter = "offset";
    sweep.others = "n = 2048";
    sweep.engine.kind = engine::EngineKind::vm;
    sweep.engine.name = "virtual machine";
    sweep.architectures = { "CC 1.0", "CC 9.0" };
    for (const auto* const value : { "0", "1" }) {
        SweptPoint point { value, {}, { { 16, 64, 64 }, { 16, 72, 64 } } };
        point.line.time.samples = 3;
        point.line.time.median = std::chrono::microseconds { 5 };
        point.line.merit = 2e9;
        point.line.unit = "B/s";
        point.line.correct = true;
        sweep.points.push_back(point);
    }
    return sweep;
}

TEST(SweepTable, TextSaysWhatIsEmulatedAndWhatIsComputed)
{
    const auto text = to_text(two_points());
    EXPECT_THAT(
        text, testing::HasSubstr("sectors of block 0 for its costliest instruction, beside the fewest that would do: computed"));
    EXPECT_THAT(text, testing::HasSubstr("emulated"));
    EXPECT_THAT(text, testing::HasSubstr("72 of 64, 1.12x"));
    EXPECT_THAT(text, testing::HasSubstr("right\n"));
    auto measured = two_points();
    measured.engine.kind = engine::EngineKind::gpu;
    EXPECT_THAT(to_text(measured), testing::Not(testing::HasSubstr("emulated")));
}

TEST(SweepTable, CsvHasARowForEachValueAndArchitecture)
{
    const auto csv = to_csv(two_points());
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
    EXPECT_THAT(csv, testing::HasSubstr("offset,1,virtual machine,1,5000,0,0,2000000000,B/s,right,CC 9.0,sectors,16,72,64\n"));
    const auto json = to_json(two_points());
    EXPECT_EQ(json["points"][1]["computed"][1]["moved"], 72);
    EXPECT_EQ(json["emulated"], true);
}

TEST(SweepTable, CurvesAreMeasuredOrComputedAndSaySo)
{
    const auto computed = curves_of(two_points());
    ASSERT_TRUE(computed.ok()) << computed.error().message;
    EXPECT_EQ(computed->caption.source, "computed from a run of block 0 on the virtual machine");
    auto measured = two_points();
    measured.engine.kind = engine::EngineKind::gpu;
    measured.engine.name = "NVIDIA H200";
    measured.engine.detail = "CC 9.0";
    EXPECT_EQ(curves_of(measured)->caption.source, "measured on NVIDIA H200 (CC 9.0)");
}

TEST(SweepTable, WhatIsNoCurveIsRefused)
{
    auto sweep = two_points();
    sweep.points.back().value = "tid*2";
    EXPECT_EQ(curves_of(sweep).error().message, "A curve needs numbers, and `tid*2` is none: leave out -o.");
    sweep.points.pop_back();
    EXPECT_EQ(curves_of(sweep).error().message, "A curve needs two values of the parameter at least.");
}

TEST(SweepTable, TheCostliestInstructionIsShown)
{
    analysis::KernelReport report;
    for (const std::uint64_t requests : { 8U, 64U, 16U }) {
        analysis::InstructionReport instruction;
        instruction.counters.shared_requests = requests;
        instruction.counters.wavefronts = instruction.counters.wavefronts_ideal = requests;
        report.instructions.push_back(instruction);
    }
    EXPECT_EQ(costliest_instruction(report, true).requests, 64U) << "nothing is wasted";
    report.instructions[2].counters.wavefronts = 32;
    EXPECT_EQ(costliest_instruction(report, true).requests, 16U);
    EXPECT_EQ(costliest_instruction(report, true).moved, 32U);
    EXPECT_EQ(costliest_instruction(report, false).requests, 0U);
}

} // namespace
} // namespace warpstage::cli

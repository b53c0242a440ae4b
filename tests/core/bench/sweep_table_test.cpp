#include "core/bench/sweep.h"
#include "tests/core/bench/sample_sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace warpstage::bench {
namespace {

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
} // namespace warpstage::bench

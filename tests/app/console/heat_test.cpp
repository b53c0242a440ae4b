#include "app/console/source/heat_margin.h"

#include <gtest/gtest.h>

namespace warpstage::console {
namespace {

analysis::LineReport line(std::uint32_t number, std::uint64_t instructions)
{
    analysis::LineReport report;
    report.line = number;
    report.counters.instructions = instructions;
    report.counters.active_lanes = report.counters.executed_lanes = instructions * 32;
    return report;
}

TEST(Heat, IsAShareOfTheHottestLine)
{
    analysis::KernelReport report;
    report.lines = { line(3, 10), line(5, 1000), line(6, 500), line(0, 5000) };
    report.lines[1].counters.wavefronts = 40;
    report.lines[1].counters.wavefronts_ideal = 28;
    const auto heats = line_heat(report);
    ASSERT_EQ(heats.size(), 3U) << "line 0 is not a source line";
    EXPECT_EQ(heats.at(3).heat, 1);
    EXPECT_EQ(heats.at(5).heat, kHeatLevels);
    EXPECT_EQ(heats.at(6).heat, kHeatLevels / 2);
    EXPECT_EQ(heats.at(5).instructions, "1\u2009000");
    EXPECT_EQ(heats.at(5).lanes, "32.0");
    EXPECT_EQ(heats.at(5).wavefronts, "40");
    EXPECT_EQ(heats.at(5).excess, "+12");
    EXPECT_EQ(heats.at(3).wavefronts, "");
}

} // namespace
} // namespace warpstage::console

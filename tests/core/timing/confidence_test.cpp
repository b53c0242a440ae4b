// The ranges of estimates: those of docs/sm-model-suite.md, which tools/timing-suite prints.
#include "core/arch/traits.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/timing/confidence.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>

namespace warpstage::timing {
namespace {

using std::chrono::nanoseconds;

TEST(Confidence, TheRangesAreThoseOfTheManual)
{
    const auto page = read_whole_file(std::filesystem::path { WARPSTAGE_SOURCE } / "docs/sm-model-suite.md", 1 << 20);
    ASSERT_TRUE(page);
    const auto row = [](std::string_view limiter, const MeasuredErrors& errors) {
        return fmt::format("| {} | {:.2f} to {:.2f} |", limiter, errors.least, errors.most);
    };
    // "| latency | 12 | 0.75 to 1.80 | 10 | 8 |": without the numbers of programs.
    std::string rows;
    for (const auto line : text::split(*page, '\n')) {
        const auto cells = text::split(line, '|');
        constexpr std::size_t kCells = 7;
        if (cells.size() == kCells)
            rows += fmt::format("| {} | {} |\n", text::trim(cells[1]), text::trim(cells[3]));
    }
    EXPECT_NE(rows.find(row("any", errors_of_all())), std::string::npos) << rows;
    for (const MeasuredErrors& errors : measured_errors())
        EXPECT_NE(rows.find(row(name_of(errors.limiter), errors)), std::string::npos) << name_of(errors.limiter);
}

TEST(Confidence, AnEstimateOfAGpuThatWasMeasuredHasARange)
{
    const auto range = likely_range(nanoseconds { 10'000 }, Limiter::latency, arch::traits_of({ 9, 0 }));
    ASSERT_TRUE(range);
    EXPECT_LT(range->least, nanoseconds { 10'000 });
    EXPECT_GT(range->most, nanoseconds { 10'000 });
    EXPECT_FALSE(likely_range(nanoseconds { 10'000 }, Limiter::latency, arch::traits_of({ 3, 5 }))) << "not measured";
    EXPECT_FALSE(likely_range(nanoseconds { 10'000 }, Limiter::transfer, arch::traits_of({ 9, 0 }))) << "a copy";
}

TEST(Confidence, TheRangeOfSeveralLaunchesIsTheirSum)
{
    StepEstimate step;
    EXPECT_FALSE(likely_range(step));
    step.works.resize(2);
    step.works[0].range = TimeRange { nanoseconds { 10 }, nanoseconds { 20 } };
    EXPECT_FALSE(likely_range(step)) << "the second launch has none";
    step.works[1].range = TimeRange { nanoseconds { 1 }, nanoseconds { 5 } };
    ASSERT_TRUE(likely_range(step));
    EXPECT_EQ(likely_range(step)->least, nanoseconds { 11 });
    EXPECT_EQ(likely_range(step)->most, nanoseconds { 25 });
}

TEST(Confidence, WordsHaveTwoDigitsAndOneUnit)
{
    EXPECT_EQ(range_words({ nanoseconds { 12'120 }, nanoseconds { 16'940 } }), "12–17 µs");
    EXPECT_EQ(range_words({ nanoseconds { 8'140 }, nanoseconds { 12'400 } }), "8.1–12 µs");
    EXPECT_EQ(range_words({ nanoseconds { 96'000 }, nanoseconds { 187'400 } }), "96–190 µs");
    EXPECT_EQ(range_words({ nanoseconds { 1'234'567'890 }, nanoseconds { 12'345'678'900 } }), "1.2–12 s");
    EXPECT_EQ(range_words({ nanoseconds { 0 }, nanoseconds { 0 } }), "0–0 µs");
}

} // namespace
} // namespace warpstage::timing

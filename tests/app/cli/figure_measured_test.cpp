#include "app/cli/figure/figure.h"
#include "app/figures/curves.h"
#include "tests/approved.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace warpstage::cli {
namespace {

using std::chrono_literals::operator""us;

// The error message of drawing the curves.
std::string refusal_of(const FigureRequest& request)
{
    try {
        static_cast<void>(curves_of(Common {}, request));
    } catch (const Refusal& refusal) {
        return refusal.sentence;
    }
    return {};
}

TEST(FigureCurves, WithoutValuesOrAFileTheRequiredOptionIsReported)
{
    FigureRequest request;
    EXPECT_EQ(refusal_of(request),
        "The figure `curves` requires `--parameter NAME=VALUES`, for example `--parameter offset=0..32`, or `--from FILE` with a "
        "result of `warpstage sweep --json`.");
    request.from = "/nowhere/sweep.json";
    EXPECT_APPROVED(refusal_of(request));
}

TEST(SweepFile, IsReadAsItWasWritten)
{
    bench::Sweep sweep;
    sweep.lesson = "Coalescing";
    sweep.variant = "in[i + offset]";
    sweep.parameter = "offset";
    sweep.others = "n = 65536";
    sweep.engine = { engine::EngineKind::vm, "virtual machine", "x86-64-v3" };
    sweep.architectures = { "CC 1.0", "CC 9.0" };
    for (int offset = 0; offset < 3; ++offset) {
        bench::SweptPoint point;
        point.value = std::to_string(offset);
        point.line.time = { 1us, 2us, 3us, 7 };
        point.line.merit = 5.0;
        point.line.unit = "B/s";
        point.costs = { { 10, 160, 20 }, { 10, 50, 40 } };
        sweep.points.push_back(point);
    }
    const auto read = bench::sweep_from_json(to_json(sweep).dump(), "a.json");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(to_csv(*read), to_csv(sweep));
    EXPECT_EQ(read->engine.kind, engine::EngineKind::vm);
    EXPECT_TRUE(figures::curves_of(*read));
}

TEST(SweepFile, InvalidFilesAreReported)
{
    EXPECT_EQ(bench::sweep_from_json("{", "a.json").error().message.substr(0, 40), "a.json is not valid JSON (error at byte ");
    EXPECT_APPROVED(bench::sweep_from_json("[1]", "a.json").error().message);
    const auto incomplete = bench::sweep_from_json(R"({"parameter": "c", "points": [{}]})", "a.json");
    ASSERT_FALSE(incomplete);
    EXPECT_EQ(incomplete.error().message.substr(0, 29), "a.json is an incomplete sweep");
}

} // namespace
} // namespace warpstage::cli

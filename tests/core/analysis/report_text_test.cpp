#include "core/analysis/report_text.h"
#include "tests/approved.h"
#include "tests/core/analysis/lines.h"
#include "tests/core/analysis/reductions.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

namespace warpstage::analysis {
namespace {

std::string read_fixture(const std::string& file)
{
    std::ifstream stream(std::string(WARPSTAGE_FIXTURES) + "/analysis/" + file);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

KernelReport report_of(Reduction reduction)
{
    SyntheticBlock block(5, 256, 32);
    run_tree(block, reduction);
    return report_kernel({}, reduction_function(reduction), block.recorder().take_totals(), arch::traits_of({ 9, 0 }));
}

class ReportTable : public testing::TestWithParam<Reduction> { };

// The complete table as printed, with the source lines.
TEST_P(ReportTable, MatchesTheFixture)
{
    const KernelReport report = report_of(GetParam());
    const std::string expected = read_fixture(report.kernel + ".txt");
    ASSERT_FALSE(expected.empty());
    EXPECT_EQ(to_text(report, lines_of(read_fixture("reduce.cu"))), expected);
}

INSTANTIATE_TEST_SUITE_P(Reductions, ReportTable,
    testing::Values(Reduction::interleaved_threads, Reduction::interleaved_indices, Reduction::sequential),
    [](const testing::TestParamInfo<Reduction>& parameter) { return reduction_function(parameter.param).name; });

KernelReport global_report()
{
    SyntheticBlock block(2, 64, 32);
    const auto everybody = [](Thread) {
        return true;
    };
    block.access({ .pc = 0, .space = ptx::StateSpace::global }, everybody, [](Thread thread) { return 8 * thread; });
    block.execute(1, everybody);
    return report_kernel({}, function_on_lines("copy", { 2, 0 }), block.recorder().take_totals(), arch::traits_of({ 12, 0 }));
}

TEST(ReportText, NeedsNoSource)
{
    const auto lines = lines_of(to_text(global_report(), {}));
    ASSERT_EQ(lines.size(), 7U);
    EXPECT_APPROVED(lines[0]);
    EXPECT_EQ(lines[4], "    -         2   32.00");
    EXPECT_EQ(lines[5].substr(0, 24), "    2         2   32.00 ");
    EXPECT_EQ(lines[5].substr(lines[5].size() - 19), "         2       16");
}

TEST(ReportText, LongSourceIsShortenedByCharactersNotBytes)
{
    const std::vector<std::string> source { "",
        "    // \u03b1\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7\u03b8\u03b9\u03ba 45678901234\t78901" };
    const auto lines = lines_of(to_text(global_report(), source));
    const std::string shown = lines[5].substr(lines[5].find("//"));
    EXPECT_EQ(shown, "// \u03b1\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7\u03b8\u03b9\u03ba 45678901234 7\u2026");
    const std::vector<std::string> fits { "", "1234567890123456789012345678" };
    EXPECT_NE(to_text(global_report(), fits).find("1234567890123456789012345678"), std::string::npos);
}

TEST(ReportText, NoLineIsWiderThanATerminal)
{
    std::size_t widest = 0;
    for (const auto& line : lines_of(to_text(report_of(Reduction::interleaved_threads), lines_of(read_fixture("reduce.cu")))))
        widest = std::max(widest, line.size());
    EXPECT_EQ(widest, 122U) << "120 columns, of which one is an ellipsis of three bytes";
}

TEST(ReportText, ReportsWhatIsMissing)
{
    KernelReport report = global_report();
    EXPECT_EQ(to_text(report, {}).find("too low"), std::string::npos);
    report.complete = false;
    EXPECT_NE(to_text(report, {}).find("too low"), std::string::npos);
}

TEST(ReportText, ShowsABranchPerIteration)
{
    SyntheticBlock block(5, 8, 2);
    run_tree(block, Reduction::interleaved_threads);
    EXPECT_EQ(to_text(iterations_of_branch(block.recorder().take_trace(), 0), 5), read_fixture("iterations.txt"));
}

TEST(ReportJson, HasEveryMetricByIdAndByNsightsName)
{
    const auto json = to_json(report_of(Reduction::interleaved_indices));
    EXPECT_EQ(json["kernel"], "reduce2");
    EXPECT_EQ(json["architecture"], "CC 9.0");
    EXPECT_EQ(json["warp_width"], 32);
    EXPECT_EQ(json["complete"], true);
    EXPECT_EQ(json["total"]["shared_requests"], 36);
    EXPECT_EQ(json["total"]["wavefronts"], 141);
    EXPECT_EQ(json["total"]["wavefronts_excess"], 105);
    EXPECT_EQ(json["total"]["metrics"]["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st}.sum"], 141);
    EXPECT_EQ(json["total"]["metrics"]["smsp__inst_executed_op_shared_{ld,st}_pred_on_any.sum"], 36);
    EXPECT_EQ(json["total"]["metrics"]["smsp__sass_branch_targets_threads_divergent.sum"], 5);
    ASSERT_EQ(json["lines"].size(), 3U);
    EXPECT_EQ(json["lines"][1]["line"], 16);
    EXPECT_EQ(json["lines"][1]["worst_wavefronts"], 8);
    EXPECT_EQ(json["lines"][1]["metrics"]["smsp__inst_executed.sum"], 36);
    ASSERT_EQ(json["instructions"].size(), 5U);
    EXPECT_EQ(json["instructions"][3]["pc"], 3);
    EXPECT_DOUBLE_EQ(json["instructions"][3]["average_active_lanes"], 21.25);
    EXPECT_EQ(global_report().total.sectors, to_json(global_report())["total"]["sectors"]);
}

TEST(ReportJson, HasTheIterations)
{
    SyntheticBlock block(5, 8, 2);
    run_tree(block, Reduction::sequential);
    const auto json = to_json(iterations_of_branch(block.recorder().take_trace(), 0));
    ASSERT_EQ(json.size(), 3U);
    EXPECT_EQ(json[0], nlohmann::json::parse(R"({"iteration": 1, "warps": 4, "divergent": 0, "working": 2, "retired": 2})"));
    EXPECT_EQ(json[2]["divergent"], 1);
}

} // namespace
} // namespace warpstage::analysis

// Reports of one recording at every level of detail and for several architectures.
#include "core/analysis/access_report.h"
#include "core/analysis/grid_recorder.h"
#include "core/analysis/report_csv.h"
#include "core/analysis/report_text.h"
#include "tests/core/analysis/lines.h"
#include "tests/core/analysis/reductions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace warpstage::analysis {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

// Column 0 of a tile of 32 x 32 floats and of one of 32 x 33, by one warp; and a global load shifted by one element.
struct Columns {
    ptx::Function function = function_on_lines("columns", { 2, 3, 4 });
    trace::Totals totals;
};

Columns columns()
{
    Columns result;
    result.function.instructions[0].text = "ld.shared.f32 %f1, [%r1]";
    result.function.instructions[1].text = "ld.shared.f32 %f2, [%r2]";
    result.function.instructions[2].text = "ld.global.f32 %f3, [%rd1]";
    SyntheticBlock block(3, 32, 32);
    const auto everybody = [](Thread) {
        return true;
    };
    block.access({ .pc = 0 }, everybody, [](Thread thread) { return std::uint64_t { 128 } * thread; });
    block.access({ .pc = 1 }, everybody, [](Thread thread) { return std::uint64_t { 132 } * thread; });
    block.access({ .pc = 2, .space = ptx::StateSpace::global }, everybody,
        [](Thread thread) { return 4 * (std::uint64_t { thread } + 1); });
    result.totals = block.recorder().take_totals();
    return result;
}

TEST(Architectures, OneRecordingGivesAReportForEach)
{
    const auto recorded = columns();
    const ptx::Listing listing(recorded.function);
    const auto hopper = report_kernel(listing, recorded.totals, arch::traits_of({ 9, 0 }));
    const auto fermi = report_kernel(listing, recorded.totals, arch::traits_of({ 2, 0 }));
    const auto tesla = report_kernel(listing, recorded.totals, arch::traits_of({ 1, 2 }));
    const auto first = report_kernel(listing, recorded.totals, arch::traits_of({ 1, 0 }));
    // 32 banks: 32 wavefronts and 1. 16 banks and half-warps: 16 wavefronts and 1, twice.
    EXPECT_EQ(hopper.total.wavefronts, 33U);
    EXPECT_EQ(fermi.total.wavefronts, 33U);
    EXPECT_EQ(tesla.total.wavefronts, 34U);
    // Sectors of 32 bytes; two lines of 128 bytes; 128 and 64 + 32 bytes; 16 and 16 transactions.
    EXPECT_EQ(hopper.total.sectors, 5U);
    EXPECT_EQ(fermi.total.transactions, 2U);
    EXPECT_EQ(tesla.total.transactions, 3U);
    EXPECT_EQ(first.total.transactions, 32U);
    EXPECT_EQ(hopper.total.instructions, first.total.instructions) << "the recording does not depend on the architecture";
    // Repeated evaluation gives the same result.
    EXPECT_EQ(report_kernel(listing, recorded.totals, arch::traits_of({ 9, 0 })).total.wavefronts, 33U);
}

TEST(AccessReports, ListEachDistinctRequest)
{
    const auto recorded = columns();
    const auto accesses = report_accesses(ptx::Listing(recorded.function), recorded.totals, arch::traits_of({ 9, 0 }));
    ASSERT_EQ(accesses.size(), 3U);
    EXPECT_EQ(accesses[0].cost, 32U);
    EXPECT_EQ(accesses[0].ideal, 1U);
    EXPECT_EQ(accesses[0].unit(), "wavefronts");
    EXPECT_EQ(accesses[1].cost, 1U);
    EXPECT_EQ(accesses[2].cost, 5U);
    EXPECT_EQ(accesses[2].ideal, 4U);
    EXPECT_EQ(accesses[2].unit(), "sectors");
    const auto text = lines_of(to_text(accesses));
    ASSERT_EQ(text.size(), 5U);
    EXPECT_EQ(text[1],
        "    2     0  shared load       4     32  ffffffff     128         1          32      1      31  ld.shared.f32 %f1, "
        "[%r1]");
    EXPECT_EQ(text[2],
        "    3     1  shared load       4     32  ffffffff     132         1           1      1          ld.shared.f32 %f2, "
        "[%r2]");
    const auto json = to_json(accesses);
    EXPECT_EQ(json[2]["excessive"], 1);
    EXPECT_EQ(json[2]["mask"], 0xffffffff);
}

TEST(AccessReports, RequestsWithEqualShapeAndCostAreMerged)
{
    SyntheticBlock block(1, 256, 32);
    block.access(
        { .pc = 0 }, [](Thread thread) { return thread % 32 < 31; }, [](Thread thread) { return 8 * thread; });
    block.access(
        { .pc = 0 }, [](Thread thread) { return thread == 7; }, [](Thread) { return 4; });
    block.access(
        { .pc = 0 }, [](Thread thread) { return thread < 3; }, [](Thread thread) { return 4 * (thread / 2); });
    const auto function = function_on_lines("same", { 2 });
    const auto accesses = report_accesses(ptx::Listing(function), block.recorder().take_totals(), arch::traits_of({ 9, 0 }));
    ASSERT_EQ(accesses.size(), 3U);
    EXPECT_EQ(accesses[0].count, 8U) << "one of each warp";
    EXPECT_EQ(accesses[0].cost, 2U);
    EXPECT_EQ(stride_text(accesses[0]), "8");
    EXPECT_EQ(stride_text(accesses[1]), "-");
    EXPECT_EQ(stride_text(accesses[2]), "mixed");
}

TEST(ReportCsv, HasOneHeaderAndTheSameNumberOfFieldsInEachRow)
{
    const auto recorded = columns();
    const ptx::Listing listing(recorded.function);
    const auto report = report_kernel(listing, recorded.totals, arch::traits_of({ 9, 0 }));
    const auto accesses = report_accesses(listing, recorded.totals, arch::traits_of({ 9, 0 }));
    const auto commas = [](const std::string& text) {
        return std::count(text.begin(), text.end(), ',');
    };
    const std::vector<std::string> source { "", "first", "second", "third" };
    const auto header = csv_header(Level::line);
    const auto rows = lines_of(csv_lines(report, source));
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_THAT(header, StartsWith("kernel,architecture,block,blocks,line,instructions,active_threads,"));
    EXPECT_THAT(header, HasSubstr(",wavefronts,wavefronts_ideal,wavefronts_excessive,"));
    for (const auto& row : rows)
        EXPECT_EQ(commas(row), commas(header)) << row;
    EXPECT_THAT(rows[0], StartsWith("columns,CC 9.0,0,1,2,1,32.00,32.00,0,0,0.00,1,32,1,31,0,"));
    EXPECT_THAT(rows[0], testing::EndsWith(",first"));
    EXPECT_EQ(commas(csv_kernel(report)), commas(csv_header(Level::kernel)));
    // The PTX contains commas: two within the quotes of each row.
    for (const auto& row : lines_of(csv_instructions(report, listing)))
        EXPECT_EQ(commas(row), commas(csv_header(Level::instruction)) + 1) << row;
    const auto access_rows = lines_of(csv_accesses(report, accesses));
    ASSERT_EQ(access_rows.size(), 3U);
    EXPECT_EQ(access_rows[2], "columns,CC 9.0,0,1,2,4,global,load,4,ffffffff,4,1,sectors,5,4,1,\"ld.global.f32 %f3, [%rd1]\"");
}

TEST(ReportCsv, IterationsAreRows)
{
    SyntheticBlock block(5, 8, 2);
    run_tree(block, Reduction::sequential);
    const auto iterations = iterations_of_branch(block.recorder().take_trace(), 0);
    KernelReport report;
    report.kernel = "reduce<4, 2>";
    report.architecture = "CC 9.0";
    EXPECT_EQ(csv_header(Level::iteration), "kernel,architecture,block,blocks,line,iteration,warps,divergent,working,retired\n");
    EXPECT_EQ(lines_of(csv_iterations(report, iterations, 15))[0], "\"reduce<4, 2>\",CC 9.0,0,1,15,1,4,0,2,2");
}

TEST(ReportCsv, FieldsAreQuotedIfNecessary)
{
    EXPECT_EQ(csv_field("plain"), "plain");
    EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
    EXPECT_EQ(csv_field("say \"x\""), "\"say \"\"x\"\"\"");
}

TEST(ReportText, ListsMetricsWithNsightsNames)
{
    const auto recorded = columns();
    const auto text = metrics_text(report_kernel(ptx::Listing(recorded.function), recorded.totals, arch::traits_of({ 9, 0 })));
    EXPECT_THAT(text, HasSubstr("L1 Wavefronts Shared                             33  wavefronts"));
    EXPECT_THAT(text, HasSubstr("derived__memory_l1_wavefronts_shared_excessive"));
}

TEST(ReportText, ListsInstructionsWithTheirPtx)
{
    const auto recorded = columns();
    const ptx::Listing listing(recorded.function);
    const auto lines = lines_of(instructions_text(report_kernel(listing, recorded.totals, arch::traits_of({ 9, 0 })), listing));
    ASSERT_EQ(lines.size(), 8U);
    EXPECT_THAT(lines[3], HasSubstr("line: PTX"));
    EXPECT_THAT(lines[4], HasSubstr("  2: ld.shared.f32 %f1, [%r1]"));
}

TEST(ReportText, NamesThePlaceOfInlinedCodeBesideTheLineOfItsCall)
{
    auto recorded = columns();
    recorded.function.location = { .file = 0, .line = 1 };
    for (ptx::Instruction& instruction : recorded.function.instructions)
        instruction.location = { .file = 1, .line = 4, .column = 0, .inlined_at = 2 };
    const std::vector<std::string> files { "/home/user/kernels.cu", "/home/user/helper.h" };
    const ptx::Listing listing(recorded.function);
    const arch::Traits& traits = arch::traits_of({ 9, 0 });
    const auto lines = lines_of(instructions_text(report_kernel(listing, recorded.totals, traits), listing, files));
    EXPECT_THAT(lines[4], HasSubstr("  2: ld.shared.f32 %f1, [%r1]  helper.h:4"));
    const auto accesses = report_accesses(listing, recorded.totals, traits, files);
    ASSERT_FALSE(accesses.empty());
    EXPECT_EQ(accesses.front().location.line, 2U);
    EXPECT_EQ(accesses.front().inlined_from, "helper.h:4");
    EXPECT_THAT(to_text(accesses), HasSubstr("ld.shared.f32 %f1, [%r1]  helper.h:4\n"));
}

// The same block three times, with a limit so low that most patterns are evaluated immediately.
TEST(GridRecorder, SumsOverBlocksAndIsCompleteBeyondTheLimitOfPatterns)
{
    const auto function = reduction_function(Reduction::interleaved_indices);
    const ptx::Listing listing(function);
    const auto& traits = arch::traits_of({ 3, 5 });
    SyntheticBlock once(5, 256, 32);
    run_tree(once, Reduction::interleaved_indices);
    const auto one = report_kernel(listing, once.recorder().take_totals(), traits);
    for (const std::size_t room : { std::size_t { 1 }, std::size_t { 4096 } }) {
        GridRecorder recorder(listing, traits, 32, 8, { room, 49152 });
        for (int i = 0; i < 3; ++i) {
            SyntheticBlock block(5, 256, 32, recorder);
            run_tree(block, Reduction::interleaved_indices);
        }
        const auto report = recorder.take(3);
        EXPECT_TRUE(report.complete);
        EXPECT_EQ(report.blocks, 3U);
        EXPECT_EQ(report.total.wavefronts, 3 * one.total.wavefronts);
        EXPECT_EQ(report.total.shared_requests, 3 * one.total.shared_requests);
        EXPECT_EQ(report.total.wavefronts_ideal, 3 * one.total.wavefronts_ideal);
        EXPECT_EQ(report.total.divergent_branches, 3 * one.total.divergent_branches);
        EXPECT_EQ(report.lines.at(1).worst_wavefronts, one.lines.at(1).worst_wavefronts);
        EXPECT_EQ(recorder.take(0).total.instructions, 0U) << "taken once";
    }
}

} // namespace
} // namespace warpstage::analysis

// End-to-end tests of `warpstage report`: its pages and their contents.
#include "tests/app/cli/started_program.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace warpstage::cli {
namespace {

namespace fs = std::filesystem;

TEST(ReportProgram, HasAtMostTenPagesAndTheLinesOfEachKernel)
{
    const fs::path path = fs::temp_directory_path() / "warpstage-report-pages.pdf";
    const auto ended = run("report transpose --engine vm --set n=256 --repeat 1 -o " + path.string());
    EXPECT_EQ(ended.status, 0) << ended.output;
    std::ifstream stream(path, std::ios::binary);
    const std::string bytes { std::istreambuf_iterator<char>(stream), {} };
    constexpr std::string_view kPage = "/Type /Page\n"; // "/Type /Pages" is the list of pages
    std::size_t pages = 0;
    for (auto at = bytes.find(kPage); at != std::string::npos; at = bytes.find(kPage, at + 1))
        ++pages;
    EXPECT_GE(pages, 6U);
    EXPECT_LE(pages, 10U);
    fs::remove(path);
    const fs::path page = fs::temp_directory_path() / "warpstage-report-lines.html";
    EXPECT_EQ(
        run("report transpose --variant tiled --variant padded --engine vm --set n=256 --repeat 1 -o " + page.string()).status,
        0);
    std::ifstream html(page);
    const std::string text { std::istreambuf_iterator<char>(html), {} };
    const auto figures = text.substr(0, text.find("<h2>Source</h2>"));
    EXPECT_NE(figures.find("void tiled(const float"), std::string::npos);
    EXPECT_EQ(figures.find("void tiled_copy(const float"), std::string::npos) << "lines of a kernel that is not shown";
    EXPECT_NE(figures.find("banks · tiled"), std::string::npos);
    EXPECT_NE(figures.find("banks · padded"), std::string::npos) << "it differs";
    EXPECT_EQ(figures.find("lanes · "), std::string::npos) << "all lanes are active everywhere";
    EXPECT_NE(figures.find("access "), std::string::npos);
    EXPECT_NE(figures.find(" · n = 256"), std::string::npos);
    fs::remove(page);
}

// A tree in global memory has many launches, so the recording of a single one is not representative.
TEST(ReportProgram, TotalsAreThoseOfAllLaunches)
{
    const fs::path page = fs::temp_directory_path() / "warpstage-report-step.html";
    EXPECT_EQ(run("report reduction --variant global_pairs --engine vm --set n=2^12 --repeat 1 -o " + page.string()).status, 0);
    std::ifstream html(page);
    const std::string text { std::istreambuf_iterator<char>(html), {} };
    const auto table = text.substr(text.find("<h2>All launches</h2>"));
    EXPECT_NE(table.find("<tr><td>pairs in global memory</td><td>12</td>"), std::string::npos);
    EXPECT_NE(table.find("<td>8\u2009190</td><td>4\u2009095</td>"), std::string::npos) << "2n - 2 and n - 1";
    EXPECT_NE(text.find("<h2>Host code</h2>"), std::string::npos);
    fs::remove(page);

    const auto traced = run("trace reduction global_pairs --set n=2^12");
    EXPECT_NE(traced.output.find("all launches, evaluated for CC 9.0: 12 launches"), std::string::npos) << traced.output;
    EXPECT_NE(traced.output.find("threads read         8190 elements (32.8 kB)"), std::string::npos) << traced.output;
    EXPECT_EQ(run("trace reduction reduce1 --set n=2^12").output.find("all launches"), std::string::npos)
        << "a single launch is sufficient";
    EXPECT_EQ(run("trace reduction reduce1 --set n=2^12 --step --warp-width 8").status, 2);
}

// A run of several time steps is measured for bodies only, and a single variant can be checked.
TEST(ReportProgram, BenchMeasuresARunAndCheckAcceptsAVariant)
{
    const auto bench = run("bench nbody --variant host --variant global --engine vm --set n=256 --steps 2 --copies --repeat 1");
    EXPECT_EQ(bench.status, 0) << bench.output;
    EXPECT_NE(bench.output.find("steps=2 copies=both"), std::string::npos) << bench.output;
    EXPECT_EQ(run("bench matmul --engine vm --steps 2").status, 2);
    EXPECT_EQ(run("bench nbody --estimate --steps 2").status, 0);
    const auto checked = run("check reduction --variant reduce4_printed --engine vm --set n=256 --set block=32 --set input=iota");
    EXPECT_NE(checked.output.find("wrong, as expected: sum 20352, but the exact sum is 32640"), std::string::npos)
        << checked.output;
    EXPECT_EQ(run("check reduction --variant reduce99 --engine vm").status, 2);
}

} // namespace
} // namespace warpstage::cli

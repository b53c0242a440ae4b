// `warpstage report` as a user starts it: its pages, and what is on them.
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
    constexpr std::string_view kPage = "/Type /Page\n"; // "/Type /Pages" is the list of them
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
    EXPECT_EQ(figures.find("lanes · "), std::string::npos) << "all lanes work everywhere";
    fs::remove(page);
}

} // namespace
} // namespace warpstage::cli

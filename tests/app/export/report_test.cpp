#include "app/export/report.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace warpstage::exporter {
namespace {

using ::testing::HasSubstr;

// The text of one page, as read by pdftotext.
std::string page_of(const Report& report, int page)
{
    const auto path = std::filesystem::temp_directory_path() / fmt::format("warpstage-report-test-{}.pdf", ::getpid());
    std::ofstream(path, std::ios::binary) << report_pdf(report);
    const auto command = fmt::format("{0}/pdftotext -layout -f {1} -l {1} {2} -", WARPSTAGE_POPPLER, page, path.string());
    std::string output;
    std::FILE* pipe = popen(command.c_str(), "r");
    char buffer[4096];
    while (const std::size_t read = std::fread(buffer, 1, sizeof(buffer), pipe))
        output.append(buffer, read);
    pclose(pipe);
    std::filesystem::remove(path);
    return output;
}

bool has_no_poppler()
{
    return std::string(WARPSTAGE_POPPLER).empty();
}

TEST(ReportHtml, NumbersTheLinesOfCodeOutsideOfItsText)
{
    const Report report { "Lesson", { Code { "\nint a < b;\n" } } };
    const auto page = report_html(report);
    EXPECT_THAT(page, HasSubstr("<pre><span></span>\n<span>int a &lt; b;</span>\n</pre>"));
    EXPECT_THAT(page, HasSubstr("counter(line)"));
}

TEST(ReportPdf, NumbersTheLinesOfCode)
{
    if (has_no_poppler())
        GTEST_SKIP() << "pdftotext is not installed; tools/install-dependencies --tests installs poppler-utils";
    EXPECT_THAT(page_of({ "Lesson", { Code { "first\nsecond" } } }, 1), HasSubstr("2     second"));
}

TEST(ReportPdf, AFigureIsScaledDownRatherThanAloneOnAPage)
{
    if (has_no_poppler())
        GTEST_SKIP() << "pdftotext is not installed; tools/install-dependencies --tests installs poppler-utils";
    const auto picture = [](const char* words, float height) {
        draw::DrawList list { { 499, height }, {} };
        list.add(draw::Text { { 10, 20 }, words, draw::Face::regular, 12, { 0, 0, 0 }, draw::Align::left, 0 });
        return Picture { std::move(list), words, words };
    };
    // Of the 724 points of a page, about 106 remain below the second figure.
    Report report { "Lesson", { picture("first", 300), picture("second", 300), picture("third", 120) } };
    EXPECT_THAT(page_of(report, 1), HasSubstr("third"));
    report.parts.back() = picture("third", 140); // "half of its size is unreadable"
    EXPECT_THAT(page_of(report, 1), ::testing::Not(HasSubstr("third")));
    EXPECT_THAT(page_of(report, 2), HasSubstr("third"));
}

TEST(ReportPdf, TableHeadingsAreRepeatedOnEveryPage)
{
    if (has_no_poppler())
        GTEST_SKIP() << "pdftotext is not installed; tools/install-dependencies --tests installs poppler-utils";
    DataTable table { { "Variant", "Median" }, {} };
    for (int row = 0; row < 80; ++row)
        table.rows.push_back({ fmt::format("row{}", row), "1 ms" });
    Report report { "Lesson", {} };
    report.parts.emplace_back(std::move(table));
    for (const int page : { 1, 2 }) {
        const auto text = page_of(report, page);
        EXPECT_THAT(text, HasSubstr("Variant")) << page;
        EXPECT_THAT(text, HasSubstr("row")) << page;
    }
    // At the bottom of a page, a heading is not left alone.
    Report filled { "Lesson", {} };
    filled.parts.emplace_back(Code { std::string(78, '\n') });
    filled.parts.emplace_back(DataTable { { "Variant", "Median" }, { { "only", "1 ms" } } });
    const bool on_first = page_of(filled, 1).find("Variant") != std::string::npos;
    EXPECT_EQ(page_of(filled, on_first ? 1 : 2).find("only") != std::string::npos, true);
}

TEST(ReportPdf, ANoteStaysWithItsPictureAndPagesAreCounted)
{
    draw::DrawList list { { 499, 300 }, {} };
    list.add(draw::Text { { 10, 20 }, "picture", draw::Face::regular, 12, { 0, 0, 0 }, draw::Align::left, 0 });
    Report report { "Lesson", {} };
    for (int i = 0; i < 5; ++i) {
        report.parts.emplace_back(Picture { list, "picture", "picture" });
        report.parts.emplace_back(Note { "below it" });
    }
    EXPECT_EQ(page_count(report), 3U) << "two on a page";
    EXPECT_EQ(page_count({ "Lesson", { Paragraph { "one" } } }), 1U);
    EXPECT_THAT(report_html(report), HasSubstr("<p class=\"note\">below it</p>"));
    if (has_no_poppler())
        GTEST_SKIP() << "pdftotext is not installed; tools/install-dependencies --tests installs poppler-utils";
    for (const int page : { 1, 2, 3 }) {
        const auto text = page_of(report, page);
        EXPECT_LT(text.find("picture"), text.find("below it")) << page;
    }
}

} // namespace
} // namespace warpstage::exporter

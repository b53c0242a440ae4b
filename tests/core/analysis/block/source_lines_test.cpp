#include "core/analysis/block/source_lines.h"

#include <gtest/gtest.h>

namespace warpstage::analysis {
namespace {

analysis::KernelReport of_lines(std::uint32_t first, std::uint32_t last)
{
    analysis::KernelReport report;
    report.lines.push_back({ last, {}, 0 });
    report.lines.push_back({ first, {}, 0 });
    return report;
}

const std::vector<std::string> kSource { "int a = 1;", "loop(s *= 2)", "  if (tid % s)", "    add();", "}", "", "int a = 1;",
    "loop(s *= 2) ", "  int i = s * tid;", "    add();", "}" };

TEST(SourceChanges, FindsLinesThatTheOtherKernelLacksInThisOrder)
{
    EXPECT_EQ(changed_lines(kSource, of_lines(1, 5), of_lines(7, 11)), (std::vector<std::uint32_t> { 9 }));
    EXPECT_EQ(changed_lines(kSource, of_lines(7, 11), of_lines(1, 5)), (std::vector<std::uint32_t> { 3 }));
}

// Both kernels call a function that stands before the first one, so that the lines from there to the second one contain the
// first.
TEST(SourceChanges, OtherKernelsBetweenTheExecutedLinesDoNotCount)
{
    const std::vector<std::string> source { "float walk()", "{", "    return 1;", "}", "// First.", "void a()", "{",
        "    if (x > 15)", "}", "// Second.", "void b()", "{", "    if (x > 31)", "}" };
    const auto executed = [](std::initializer_list<std::uint32_t> lines) {
        analysis::KernelReport report;
        for (const std::uint32_t line : lines)
            report.lines.push_back({ line, {}, 0 });
        return report;
    };
    const auto a = executed({ 3, 6, 8, 9 });
    const auto b = executed({ 3, 11, 13, 14 });
    EXPECT_EQ(changed_lines(source, b, a), (std::vector<std::uint32_t> { 6, 8 }));
    EXPECT_EQ(changed_lines(source, a, b), (std::vector<std::uint32_t> { 11, 13 }));
}

TEST(SourceChanges, TheSameKernelHasNone)
{
    EXPECT_TRUE(changed_lines(kSource, of_lines(1, 5), of_lines(1, 5)).empty());
}

TEST(SourceChanges, LinesOutsideTheSourceAreOmitted)
{
    EXPECT_TRUE(changed_lines(kSource, of_lines(0, 0), of_lines(90, 99)).empty());
    EXPECT_EQ(changed_lines(kSource, of_lines(90, 99), of_lines(1, 2)).size(), 2U);
}

} // namespace
} // namespace warpstage::analysis

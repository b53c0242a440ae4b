#include "app/console/source/differences_view.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::console {
namespace {

TEST(LineDiff, EqualTextsHaveNoDifferences)
{
    EXPECT_EQ(unified_diff("a\nb\n", "a\nb\n"), "");
    EXPECT_EQ(unified_diff("", ""), "");
}

TEST(LineDiff, AChangeHasThreeContextLines)
{
    EXPECT_EQ(unified_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"),
        "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(LineDiff, NearChangesShareAHunkAndDistantOnesDoNot)
{
    std::string before;
    for (int i = 1; i <= 30; ++i)
        before += std::to_string(i) + "\n";
    std::string after = before;
    after.replace(after.find("4\n"), 1, "four");
    after.replace(after.find("\n8\n") + 1, 1, "eight");
    after.replace(after.find("25\n"), 2, "twenty-five");
    const std::string differences = unified_diff(before, after);
    EXPECT_EQ(std::count(differences.begin(), differences.end(), '@'), 8) << differences;
    EXPECT_NE(differences.find("@@ -1,11 +1,11 @@"), std::string::npos) << differences;
    EXPECT_NE(differences.find("@@ -22,7 +22,7 @@"), std::string::npos) << differences;
}

TEST(LineDiff, InsertionsAndDeletionsShiftLineNumbers)
{
    EXPECT_EQ(unified_diff("a\nb\n", "a\nx\ny\nb\n"), "@@ -1,2 +1,4 @@\n a\n+x\n+y\n b\n");
    EXPECT_EQ(unified_diff("a\nx\nb\n", "a\nb\n"), "@@ -1,3 +1,2 @@\n a\n-x\n b\n");
    EXPECT_EQ(unified_diff("", "a\n"), "@@ -1,0 +1,1 @@\n+a\n");
}

TEST(LineDiff, HugeTextsAreFast)
{
    std::string before;
    std::string after;
    for (int i = 0; i < 20000; ++i) {
        before += "a" + std::to_string(i) + "\n";
        after += "b" + std::to_string(i) + "\n";
    }
    const std::string differences = unified_diff(before, after);
    EXPECT_EQ(differences.rfind("@@ -1,20000 +1,20000 @@\n-a0\n", 0), 0U);
}

} // namespace
} // namespace warpstage::console

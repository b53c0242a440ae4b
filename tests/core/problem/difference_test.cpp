#include "core/problem/difference.h"

#include <gtest/gtest.h>

#include <cmath>

namespace warpstage::problem {
namespace {

TEST(Difference, NamesElementFoundAndExpected)
{
    Difference difference { .buffer = "y", .index = 7, .found = "3", .expected = "5", .count = 2, .compared = 8 };
    EXPECT_EQ(difference.words(), "y[7] is 3, expected 5; 2 of 8 elements differ");
    difference.columns = 4;
    difference.when = "after step 2";
    EXPECT_EQ(difference.words(), "y[1][3] after step 2 is 3, expected 5; 2 of 8 elements differ");
}

TEST(Difference, OneElementIsNotCounted)
{
    const Difference difference { .buffer = "sum", .found = "1", .expected = "2", .count = 1, .compared = 1 };
    EXPECT_EQ(difference.words(), "sum[0] is 1, expected 2");
}

TEST(Difference, NumbersHaveEnoughDigitsToDiffer)
{
    Difference difference;
    set_numbers(difference, 0.5, 0.25);
    EXPECT_EQ(difference.found + " " + difference.expected, "0.5 0.25");
    set_numbers(difference, 1.00000001, 1.0);
    EXPECT_EQ(difference.found + " " + difference.expected, "1.00000001 1");
    set_numbers(difference, std::nan(""), 1.0);
    EXPECT_EQ(difference.found + " " + difference.expected, "nan 1");
}

} // namespace
} // namespace warpstage::problem

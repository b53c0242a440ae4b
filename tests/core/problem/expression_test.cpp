// Whole numbers as people type them.
#include "core/problem/expression.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace warpstage::problem {
namespace {

const Names kNames { { "n", 1000 }, { "tile", 16 } };

void expect_value(const std::string& text, std::int64_t value)
{
    const auto result = evaluate(text, kNames);
    ASSERT_TRUE(result.ok()) << result.error().message;
    EXPECT_EQ(*result, value) << text;
}

void expect_error(const std::string& text, const std::string& sentence, const Names& names = kNames)
{
    const auto result = evaluate(text, names);
    ASSERT_FALSE(result.ok()) << text << " is " << *result;
    EXPECT_EQ(result.error().message, sentence);
}

TEST(Expression, NumbersInEveryWriting)
{
    expect_value("1024", 1024);
    expect_value("2^20", 1048576);
    expect_value("1e6", 1000000);
    expect_value("-3", -3);
    expect_value("--3", 3);
    expect_value("9223372036854775807", std::numeric_limits<std::int64_t>::max());
    expect_value("-2^62-2^62", std::numeric_limits<std::int64_t>::min());
}

TEST(Expression, OperatorsBindAsInC)
{
    expect_value("2+3*4", 14);
    expect_value("(2+3)*4", 20);
    expect_value("10-4-3", 3);
    expect_value("100/7/2", 7);
    expect_value("17%5", 2);
    expect_value("-2^2", -4);
    expect_value("2^3^2", 512);
    expect_value(" ( n + 255 ) / 256 ", 4);
    expect_value("tile*tile", 256);
}

TEST(Expression, WhatIsWrongIsSaid)
{
    expect_error("", "`` is no whole number: take a number such as 1024, 2^20 or n*4");
    expect_error("1024x", "`1024x` is no whole number: take a number such as 1024, 2^20 or n*4");
    expect_error("0.5", "`0.5` is no whole number: take a number such as 1024, 2^20 or n*4");
    expect_error("3 4", "`3 4` is no whole number: take a number such as 1024, 2^20 or n*4");
    expect_error("(3", "`(3` is no whole number: a closing parenthesis is missing");
    expect_error("m*2", "`m*2` is no whole number: nothing before it is called `m`, only n or tile");
    expect_error("m", "`m` is no whole number: nothing before it is called `m`", {});
    expect_error("1/0", "`1/0` is no whole number: it divides by zero");
    expect_error("1%(n-1000)", "`1%(n-1000)` is no whole number: it divides by zero");
    expect_error("2^64", "`2^64` is no whole number: an exponent is 0 to 63");
    expect_error("2^63", "`2^63` is no whole number: it does not fit into 64 bits");
    expect_error("(0-2^62-2^62)/(0-1)", "`(0-2^62-2^62)/(0-1)` is no whole number: it does not fit into 64 bits");
}

TEST(Expression, AThousandParenthesesAreRefusedNotFollowed)
{
    const std::string text(100'000, '(');
    EXPECT_FALSE(evaluate(text, {}).ok());
}

TEST(Expression, Names)
{
    EXPECT_TRUE(is_name("x"));
    EXPECT_TRUE(is_name("_row2"));
    EXPECT_FALSE(is_name(""));
    EXPECT_FALSE(is_name("2x"));
    EXPECT_FALSE(is_name("a.b"));
    EXPECT_FALSE(is_name("a-b"));
}

} // namespace
} // namespace warpstage::problem

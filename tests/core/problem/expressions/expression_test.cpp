// Expressions: precedence of operators, integer and real values, and the error of each mistake.
#include "core/problem/expressions/evaluation.h"
#include "core/problem/expressions/expression.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

namespace warpstage::problem {
namespace {

using Caret = Expression::Caret;
using Integer = std::int64_t;

template <typename T, std::size_t size> std::vector<std::byte> bytes_of(const std::array<T, size>& values)
{
    std::vector<std::byte> bytes(sizeof values);
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

class ExpressionOf : public testing::Test {
protected:
    ExpressionOf()
    {
        m_scope.numbers = { { "n", Integer { 1000 } }, { "dt", 0.5 }, { "i", Integer { 2 } } };
        m_scope.arrays = { { "x", { m_reals, ptx::Type::f32, 3 } }, { "k", { m_integers, ptx::Type::s32, 3 } },
            { "empty", { {}, ptx::Type::s32, 4 } } };
    }

    void expect(const std::string& text, const Number& value, Caret caret = Caret::may_mean_power)
    {
        const auto expression = Expression::parse(text, caret);
        ASSERT_TRUE(expression.ok()) << text << ": " << expression.error().message;
        const auto found = expression->evaluate(m_scope);
        ASSERT_TRUE(found.ok()) << text << ": " << found.error().message;
        EXPECT_EQ(*found, value) << text << " is " << text_of(*found);
    }

    // Of reading or evaluating the text.
    std::string refusal(const std::string& text, Caret caret = Caret::may_mean_power)
    {
        const auto expression = Expression::parse(text, caret);
        if (!expression)
            return expression.error().message;
        const auto found = expression->evaluate(m_scope);
        return found ? text + " is " + text_of(*found) : found.error().message;
    }

    std::vector<std::byte> m_reals = bytes_of(std::array { 0.5F, 1.5F, 2.5F });
    std::vector<std::byte> m_integers = bytes_of(std::array { 1, -2, 3 });
    Scope m_scope;
};

TEST_F(ExpressionOf, OperatorsBindAsInC)
{
    const struct {
        const char* text;
        Integer value;
    } table[] {
        { "2+3*4", 14 },
        { "(2+3)*4", 20 },
        { "10-4-3", 3 },
        { "7 - 2 - 1", 4 },
        { "100/7/2", 7 },
        { "17%5", 2 },
        { " ( n + 255 ) / 256 ", 4 },
        { "0x2 ^ 0x3", 1 }, // the exclusive or, not the power
        { "1 | 6 & 3 ^ 0x1", 3 },
        { "6 & 3 | 8", 10 },
        { "1 << 10", 1024 },
        { "1 << 4 + 1", 32 },
        { "n >> 3", 125 },
        { "-8 >> 1", -4 },
        { "-7 / 2", -3 },
        { "-7 % 2", -1 },
        { "0x1f", 31 },
        { "~0 & 0xff", 255 },
        { "!5 + !0", 1 },
        { "1 < 2 == 1", 1 },
        { "3 >= 3 && 2 != 2", 0 },
        { "0 || 4 > 3", 1 },
        { "1 ? 2 : 0 ? 3 : 4", 2 },
        { "0 ? 2 : 0 ? 3 : 4", 4 },
        { "--3", 3 },
    };
    for (const auto& row : table)
        expect(row.text, row.value);
}

TEST_F(ExpressionOf, ComparisonsAreOneOrZero)
{
    expect("i < n", Integer { 1 });
    expect("n <= 999", Integer { 0 });
    expect("1 + 1 == 2", Integer { 1 });
    expect("i != 2 || n > 10", Integer { 1 });
    expect("i == 2 && !(n >= 10)", Integer { 0 });
    expect("0.5 == dt", Integer { 1 });
    expect("i > 1 ? 10 : 20", Integer { 10 });
    expect("i > 2 ? 10 : i > 1 ? 30 : 40", Integer { 30 });
}

TEST_F(ExpressionOf, UnneededOperandsAreNotEvaluated)
{
    expect("i == 0 ? 1 / 0 : 7", Integer { 7 });
    expect("i == 2 || 1 / 0", Integer { 1 });
    expect("i == 0 && 1 / 0", Integer { 0 });
}

TEST_F(ExpressionOf, IntegersStayIntegers)
{
    expect("7 / 2", Integer { 3 });
    expect("7 / 2.0", 3.5);
    expect("1e6", Integer { 1000000 });
    expect("1e-3 * 2", 0.002);
    expect(".5", 0.5);
    expect("9223372036854775807", std::numeric_limits<Integer>::max());
    expect("-pow(2, 62)-pow(2, 62)", std::numeric_limits<Integer>::min());
    expect("-1 << 63", std::numeric_limits<Integer>::min());
    expect("abs(0 - 3)", Integer { 3 });
    expect("max(n, 7)", Integer { 1000 });
    expect("min(dt, 1)", 0.5);
    expect("sqrt(16)", 4.0);
    expect("float(0.1)", static_cast<double>(0.1F));
}

TEST_F(ExpressionOf, ThePowerOfIntegersIsExact)
{
    expect("pow(2, 20)", Integer { 1048576 });
    expect("pow(3, 39)", Integer { 4052555153018976267 });
    expect("pow(-2, 63)", std::numeric_limits<Integer>::min());
    expect("pow(1, pow(2, 62))", Integer { 1 });
    expect("pow(7, 0)", Integer { 1 });
    expect("pow(2, -1)", 0.5);
    expect("pow(0.5, 3)", 0.125);
    expect("pow(2, 0.5)", std::sqrt(2.0));
    EXPECT_APPROVED(refusal("pow(2, 63)"));
    EXPECT_APPROVED(refusal("1 + pow(10, 64)"));
}

TEST_F(ExpressionOf, ACaretThatLooksLikeAPowerIsAnError)
{
    EXPECT_APPROVED(refusal("2^20"));
    EXPECT_APPROVED(refusal("n ^ 2"));
    EXPECT_APPROVED(refusal("0.5 ^ n"));
    EXPECT_APPROVED(refusal("4 * 2^-1"));
    EXPECT_APPROVED(refusal("dt ^ n"));
    EXPECT_APPROVED(refusal("n ^ dt"));
    EXPECT_APPROVED(refusal("dt ^ 3", Caret::exclusive_or));
    expect("n ^ i", Integer { 1002 });
    expect("n ^ 0x2", Integer { 1002 });
    expect("2 ^ 3", Integer { 1 }, Caret::exclusive_or);
    expect("1 | 6 & 3 ^ 1", Integer { 3 }, Caret::exclusive_or);
}

TEST_F(ExpressionOf, ArraysHaveElementsAndASum)
{
    expect("x[i]", 2.5);
    expect("k[i - 1] * 10", Integer { -20 });
    expect("k[k[0]]", Integer { -2 });
    expect("sum(x)", 4.5);
    expect("sum(k) + 1", Integer { 3 });
    expect("empty[3]", Integer { 0 });
}

TEST_F(ExpressionOf, EveryErrorPointsAtItsPosition)
{
    EXPECT_APPROVED(refusal(""));
    EXPECT_APPROVED(refusal("1 +"));
    EXPECT_APPROVED(refusal("n * * 2"));
    EXPECT_APPROVED(refusal("3 4"));
    EXPECT_APPROVED(refusal("n)"));
    EXPECT_APPROVED(refusal("2*(n"));
    EXPECT_APPROVED(refusal("(n 2)"));
    EXPECT_APPROVED(refusal("k[1"));
    EXPECT_APPROVED(refusal("k[1)"));
    EXPECT_APPROVED(refusal("i ? 1"));
    EXPECT_APPROVED(refusal("1024x"));
    EXPECT_APPROVED(refusal("99999999999999999999"));
    EXPECT_APPROVED(refusal("k[3]"));
    EXPECT_APPROVED(refusal("k[0 - 1]"));
    EXPECT_APPROVED(refusal("k[dt]"));
    EXPECT_APPROVED(refusal("1 + y[0]"));
    EXPECT_APPROVED(refusal("2 * m"));
    EXPECT_APPROVED(refusal("sine(1)"));
    EXPECT_APPROVED(refusal("sin(1, 2)"));
    EXPECT_APPROVED(refusal("min(1)"));
    EXPECT_APPROVED(refusal("sum(3)"));
    EXPECT_APPROVED(refusal("1 % 0"));
    EXPECT_APPROVED(refusal("1%(n-1000)"));
    EXPECT_APPROVED(refusal("1 << 63"));
    EXPECT_APPROVED(refusal("1 << 64"));
    EXPECT_APPROVED(refusal("1.5 & 1"));
    EXPECT_APPROVED(refusal("~dt"));
    EXPECT_APPROVED(refusal("(-0x7fffffffffffffff - 1)/(0-1)"));
}

TEST_F(ExpressionOf, LengthIsBounded)
{
    EXPECT_APPROVED(Expression::parse(std::string(257, '(')).error().message);
    for (const char character : { '(', '-' })
        EXPECT_FALSE(Expression::parse(std::string(256, character)).ok());
    EXPECT_FALSE(evaluate(std::string(100'000, '('), {}).ok());
}

TEST_F(ExpressionOf, ARealNumberIsNotASize)
{
    const auto expression = Expression::parse("n * dt");
    ASSERT_TRUE(expression.ok());
    EXPECT_APPROVED(expression->integer(m_scope).error().message);
}

TEST_F(ExpressionOf, VariablesChangeBetweenEvaluations)
{
    const auto expression = Expression::parse("x[i] + sum(x) + n");
    ASSERT_TRUE(expression.ok());
    Evaluation evaluation { *expression, m_scope };
    EXPECT_EQ(evaluation.variable("dt"), nullptr) << "not in the expression";
    auto* const i = evaluation.variable("i");
    ASSERT_NE(i, nullptr);
    EXPECT_EQ(evaluation.number(), Number { 1005.0 });
    *i = 2;
    EXPECT_EQ(evaluation.number(), Number { 1007.0 });
    *i = 3;
    EXPECT_FALSE(evaluation.number());
    EXPECT_APPROVED(evaluation.error().message);
}

TEST(IntegerOf, SingleNumbersMayBePowers)
{
    const Names names { { "n", 1000 }, { "tile", 16 } };
    EXPECT_EQ(*evaluate("1024", names), 1024);
    EXPECT_EQ(*evaluate("2^20", names), 1048576);
    EXPECT_EQ(*evaluate("1e6", names), 1000000);
    EXPECT_EQ(*evaluate("-3", names), -3);
    EXPECT_EQ(*evaluate("tile*tile", names), 256);
    EXPECT_EQ(*evaluate("1 << 20", names), 1048576);
    EXPECT_FALSE(evaluate("2^64", names).ok());
    EXPECT_FALSE(evaluate("tile*2^3", names).ok()) << "no number alone";
    EXPECT_APPROVED(evaluate("0.5", names).error().message);
    EXPECT_EQ(evaluate("m*2", names).error().message, "unknown name `m`. Known names: n, tile.\n    m*2\n    ^");
    EXPECT_EQ(evaluate("m", {}).error().message, "unknown name `m`.\n    m\n    ^");
}

TEST(Name, IsLettersDigitsAndUnderscores)
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

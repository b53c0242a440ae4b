// Formulas of lessons: how operators bind, what is whole and what is real, and what is said about a formula that fails.
#include "core/problem/formula.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <string>

namespace warpstage::problem {
namespace {

template <typename T, std::size_t size> std::vector<std::byte> bytes_of(const std::array<T, size>& values)
{
    std::vector<std::byte> bytes(sizeof values);
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

class FormulaOf : public testing::Test {
protected:
    FormulaOf()
    {
        m_scope.numbers = { { "n", std::int64_t { 1000 } }, { "dt", 0.5 }, { "i", std::int64_t { 2 } } };
        m_scope.arrays = { { "x", { m_reals, ptx::Type::f32, 3 } }, { "k", { m_wholes, ptx::Type::s32, 3 } },
            { "empty", { {}, ptx::Type::s32, 4 } } };
    }

    void expect(const std::string& text, const Number& value)
    {
        const auto formula = Formula::parse(text);
        ASSERT_TRUE(formula.ok()) << text << ": " << formula.error().message;
        const auto found = formula->evaluate(m_scope);
        ASSERT_TRUE(found.ok()) << text << ": " << found.error().message;
        EXPECT_EQ(*found, value) << text << " is " << text_of(*found);
    }

    void expect_problem(const std::string& text, const std::string& problem)
    {
        const auto formula = Formula::parse(text);
        if (!formula) {
            EXPECT_EQ(formula.error().message, problem) << text;
            return;
        }
        const auto found = formula->evaluate(m_scope);
        ASSERT_FALSE(found.ok()) << text << " is " << text_of(*found);
        EXPECT_EQ(found.error().message, problem) << text;
    }

    std::vector<std::byte> m_reals = bytes_of(std::array { 0.5F, 1.5F, 2.5F });
    std::vector<std::byte> m_wholes = bytes_of(std::array { 1, -2, 3 });
    Scope m_scope;
};

using Whole = std::int64_t;

TEST_F(FormulaOf, ComparisonsAreOneOrZero)
{
    expect("i < n", Whole { 1 });
    expect("n <= 999", Whole { 0 });
    expect("1 + 1 == 2", Whole { 1 });
    expect("i != 2 || n > 10", Whole { 1 });
    expect("i == 2 && !(n >= 10)", Whole { 0 });
    expect("0.5 == dt", Whole { 1 });
    expect("i > 1 ? 10 : 20", Whole { 10 });
    expect("i > 2 ? 10 : i > 1 ? 30 : 40", Whole { 30 });
}

TEST_F(FormulaOf, WhatIsNotNeededIsNotEvaluated)
{
    expect("i == 0 ? 1 / 0 : 7", Whole { 7 });
    expect("i == 2 || 1 / 0", Whole { 1 });
    expect("i == 0 && 1 / 0", Whole { 0 });
}

TEST_F(FormulaOf, BitsAndShifts)
{
    expect("6 & 3 | 8", Whole { 10 });
    expect("1 << 10", Whole { 1024 });
    expect("n >> 3", Whole { 125 });
    expect("1 << 2 + 1", Whole { 8 });
    expect_problem("1 << 63", "it does not fit into 64 bits");
    expect_problem("1 << 64", "a shift is by 0 to 63 bits");
    expect_problem("1.5 & 1", "bits and shifts are for whole numbers");
}

TEST_F(FormulaOf, WholeNumbersStayWhole)
{
    expect("7 / 2", Whole { 3 });
    expect("7 / 2.0", 3.5);
    expect("0.5 ^ 3", 0.125);
    expect("1e-3 * 2", 0.002);
    expect("abs(0 - 3)", Whole { 3 });
    expect("max(n, 7)", Whole { 1000 });
    expect("min(dt, 1)", 0.5);
    expect("sqrt(16)", 4.0);
    expect("pow(2, 0.5)", std::sqrt(2.0));
    expect("float(0.1)", static_cast<double>(0.1F));
}

TEST_F(FormulaOf, ArraysHaveElementsAndASum)
{
    expect("x[i]", 2.5);
    expect("k[i - 1] * 10", Whole { -20 });
    expect("k[k[0]]", Whole { -2 });
    expect("sum(x)", 4.5);
    expect("sum(k) + 1", Whole { 3 });
    expect("empty[3]", Whole { 0 });
}

TEST_F(FormulaOf, WhatIsWrongIsSaid)
{
    expect_problem("k[3]", "`k` has elements 0 to 2, not 3");
    expect_problem("k[0 - 1]", "`k` has elements 0 to 2, not -1");
    expect_problem("k[dt]", "an index of `k` must be whole, not 0.5");
    expect_problem("y[0]", "there is no array `y` here, only empty, k or x");
    expect_problem("m", "nothing before it is called `m`, only dt, i or n");
    expect_problem("sine(1)", "there is no function `sine`");
    expect_problem("sin(1, 2)", "sin wants one number, not 2");
    expect_problem("min(1)", "min wants two numbers, not 1");
    expect_problem("sum(3)", "sum wants the name of an array, as in sum(x)");
    expect_problem("i ? 1", "a `:` is missing behind the `?`");
    expect_problem("k[1", "a closing bracket is missing");
    expect_problem("1 +", "take a number such as 1024, 2^20 or n*4");
    expect_problem("1 % 0", "it divides by zero");
}

TEST_F(FormulaOf, ARealNumberIsNoSize)
{
    const auto formula = Formula::parse("n * dt");
    ASSERT_TRUE(formula.ok());
    EXPECT_EQ(formula->whole(m_scope).error().message, "take a number such as 1024, 2^20 or n*4");
}

} // namespace
} // namespace warpstage::problem

#include "core/problem/access_expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace warpstage::problem {
namespace {

constexpr std::array<std::string_view, 2> kConstants { "n", "offset" };

std::vector<std::int64_t> values(std::string_view text, std::size_t count = 1, std::int64_t block = 64)
{
    const auto expression = AccessExpression::parse(text, kConstants);
    if (!expression) {
        ADD_FAILURE() << expression.error().message;
        return {};
    }
    const auto result = expression->evaluate(count, block, { { "n", 100 }, { "offset", 7 } });
    if (!result) {
        ADD_FAILURE() << result.error().message;
        return {};
    }
    return *result;
}

std::string refusal(std::string_view text)
{
    const auto expression = AccessExpression::parse(text, kConstants);
    if (!expression)
        return expression.error().message;
    const auto result = expression->evaluate(40, 32, { { "n", 100 }, { "offset", 7 } });
    return result ? "" : result.error().message;
}

TEST(AccessExpression, MeansWhatItMeansInAKernel)
{
    const struct {
        const char* text;
        std::int64_t value;
    } table[] {
        { "1 + 2 * 3", 7 },
        { "(1 + 2) * 3", 9 },
        { "7 - 2 - 1", 4 },
        { "2 ^ 3", 1 }, // XOR, not the power
        { "1 | 6 & 3 ^ 1", 3 },
        { "1 << 4 + 1", 32 },
        { "-8 >> 1", -4 },
        { "-7 / 2", -3 },
        { "-7 % 2", -1 },
        { "0x1f", 31 },
        { "~0 & 0xff", 255 },
        { "!5 + !0", 1 },
        { "1 < 2 == 1", 1 },
        { "3 >= 3 && 2 != 2", 0 },
        { "0 || 4 > 3", 1 },
        { "n / 3 + offset", 40 },
        { "1 ? 2 : 0 ? 3 : 4", 2 },
        { "0 ? 2 : 0 ? 3 : 4", 4 },
        { "--3", 3 },
        { "B", 64 },
    };
    for (const auto& row : table)
        EXPECT_THAT(values(row.text), testing::ElementsAre(row.value)) << row.text;
}

TEST(AccessExpression, KnowsThreadsLanesAndWarps)
{
    const auto pattern = values("(tid%4)*33 + tid/4", 9);
    EXPECT_THAT(pattern, testing::ElementsAre(0, 33, 66, 99, 1, 34, 67, 100, 2));
    EXPECT_EQ(values("tid ^ (tid>>3)", 32).at(31), 28);
    EXPECT_EQ(values("lane", 100, 64).at(70), 6);
    EXPECT_EQ(values("warp", 200, 64).at(100), 1) << "of the block";
}

TEST(AccessExpression, WhatIsNotChosenIsNotComputed)
{
    EXPECT_THAT(values("tid == 0 ? 0 : 8 / tid", 3), testing::ElementsAre(0, 8, 4));
    EXPECT_THAT(values("tid != 0 && 8 / tid > 5", 3), testing::ElementsAre(0, 1, 0));
    EXPECT_THAT(values("tid == 0 || 8 / tid > 5", 3), testing::ElementsAre(1, 1, 0));
}

TEST(AccessExpression, EveryRefusalPointsAtThePlace)
{
    const struct {
        const char* text;
        const char* sentence;
    } table[] {
        { "(tdi%4)*33", "there is no name `tdi`: take tid, lane, warp, B, n or offset.\n    (tdi%4)*33\n     ^" },
        { "lanes%4", "there is no name `lanes`: did you mean `lane`?\n    lanes%4\n    ^" },
        { "tid + threads", "there is no name `threads`: take tid, lane, warp, B, n or offset.\n    tid + threads\n          ^" },
        { "tid *", "a value is missing at the end.\n    tid *\n         ^" },
        { "tid * * 2", "a value is missing here: a number, a name or a parenthesis.\n    tid * * 2\n          ^" },
        { "tid 2", "an operator is missing here.\n    tid 2\n        ^" },
        { "tid)", "this parenthesis was never opened.\n    tid)\n       ^" },
        { "2*(tid", "this parenthesis is never closed.\n    2*(tid\n      ^" },
        { "(tid 2)", "an operator or a closing parenthesis is missing here.\n    (tid 2)\n         ^" },
        { "tid ? 1", "the `:` of this `?` is missing.\n    tid ? 1\n        ^" },
        { "2tid", "this is no whole number, such as 33 or 0x1f.\n    2tid\n    ^" },
        { "99999999999999999999", "this number does not fit into 64 bits.\n    99999999999999999999\n    ^" },
        { "8 / (tid - 3)", "thread 3: this divides by zero.\n    8 / (tid - 3)\n      ^" },
        { "8 % tid", "thread 0: this divides by zero.\n    8 % tid\n      ^" },
        { "1 << 30 + lane*2", "thread 17: this shifts by 64 bits, but 0 to 63 can be.\n    1 << 30 + lane*2\n      ^" },
        { "0x7fffffffffffffff + tid",
            "thread 1: this is beyond 64 bits.\n    0x7fffffffffffffff + tid\n                       ^" },
        { "0x7fffffffffffffff * 2", "thread 0: this is beyond 64 bits.\n    0x7fffffffffffffff * 2\n                       ^" },
        { "tid\x01", "an operator is missing here.\n    tid?\n       ^" },
    };
    for (const auto& row : table)
        EXPECT_EQ(refusal(row.text), row.sentence);
    EXPECT_EQ(refusal(std::string(257, '(')), "a pattern has up to 256 characters; this one has 257.");
    EXPECT_NE(refusal(std::string(256, '(')), "");
    EXPECT_NE(refusal(std::string(256, '-')), "");
}

} // namespace
} // namespace warpstage::problem

#include "core/problem/access_pattern/access_threads.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace warpstage::problem {
namespace {

constexpr std::array<std::string_view, 2> kConstants { "n", "offset" };

std::vector<std::int32_t> indices(std::string_view text, std::size_t count = 1, std::int64_t block = 64)
{
    const auto result = access_indices({ text, "1", count, block, { { "n", 100 }, { "offset", 7 } }, 1000, "memory" });
    if (!result) {
        ADD_FAILURE() << result.error().message;
        return {};
    }
    return *result;
}

std::string refusal(std::string_view text)
{
    if (const auto checked = check_pattern(text, kConstants); !checked)
        return checked.error().message;
    constexpr std::size_t kAny = std::size_t { 1 } << 31;
    const auto result = access_indices({ text, "1", 40, 32, { { "n", 100 }, { "offset", 7 } }, kAny, "memory" });
    return result ? "" : result.error().message;
}

TEST(AccessPattern, HasThreadsLanesAndWarps)
{
    const auto pattern = indices("(tid%4)*33 + tid/4", 9);
    EXPECT_THAT(pattern, testing::ElementsAre(0, 33, 66, 99, 1, 34, 67, 100, 2));
    EXPECT_EQ(indices("tid ^ (tid>>3)", 32).at(31), 28);
    EXPECT_EQ(indices("lane", 100, 64).at(70), 6);
    EXPECT_EQ(indices("warp", 200, 64).at(100), 1) << "of the block";
    EXPECT_THAT(indices("B", 1), testing::ElementsAre(64));
    EXPECT_THAT(indices("n / 3 + offset"), testing::ElementsAre(40));
    EXPECT_THAT(indices("2 ^ 3"), testing::ElementsAre(1)) << "the exclusive or, not the power";
}

TEST(AccessPattern, UnselectedOperandsAreNotEvaluated)
{
    EXPECT_THAT(indices("tid == 0 ? 0 : 8 / tid", 3), testing::ElementsAre(0, 8, 4));
    EXPECT_THAT(indices("tid != 0 && 8 / tid > 5", 3), testing::ElementsAre(0, 1, 0));
    EXPECT_THAT(indices("tid == 0 || 8 / tid > 5", 3), testing::ElementsAre(1, 1, 0));
}

TEST(AccessPattern, EveryErrorPointsAtItsPosition)
{
    const struct {
        const char* text;
        const char* sentence;
    } table[] {
        { "(tdi%4)*33", "unknown name `tdi`. Did you mean `tid`?\n    (tdi%4)*33\n     ^" },
        { "lanes%4", "unknown name `lanes`. Did you mean `lane`?\n    lanes%4\n    ^" },
        { "tid + threads",
            "unknown name `threads`. Known names: tid, lane, warp, B, n, offset.\n    tid + threads\n          ^" },
        { "tid *", "a value is missing at the end.\n    tid *\n         ^" },
        { "8 / (tid - 3)", "Pattern: thread 3: division by zero.\n    8 / (tid - 3)\n      ^" },
        { "8 % tid", "Pattern: thread 0: division by zero.\n    8 % tid\n      ^" },
        { "1 << 30 + lane*2", "Pattern: thread 17: a shift count must be 0 to 63, not 64.\n    1 << 30 + lane*2\n      ^" },
        { "0x7fffffffffffffff + tid",
            "Pattern: thread 1: the result does not fit into 64 bits.\n    0x7fffffffffffffff + tid\n                       ^" },
        { "0x7fffffffffffffff * 2",
            "Pattern: thread 0: the result does not fit into 64 bits.\n    0x7fffffffffffffff * 2\n                       ^" },
        { "tid / 2.0", "Pattern: thread 0: an integer is required, not 0.\n    tid / 2.0\n        ^" },
        { "tid\x01", "an operator is missing here.\n    tid?\n       ^" },
    };
    for (const auto& row : table)
        EXPECT_EQ(refusal(row.text), row.sentence);
    EXPECT_APPROVED(refusal(std::string(257, '(')));
}

} // namespace
} // namespace warpstage::problem

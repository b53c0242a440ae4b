// The tool itself: a target that crashes, does not end, or takes too much memory is found, with its input.
#include "tests/fuzz/changed_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

namespace warpstage::fuzz {
namespace {

using testing::HasSubstr;

const std::vector<std::string> kInputs { "add.s32 %r1, %r2, 12;", "[[variant]]\nid = \"a\"" };
constexpr std::chrono::milliseconds kShort { 300 };

TEST(ChangedInputs, DependOnTheSeed)
{
    const auto some = [](std::uint64_t seed) {
        Chance chance(seed);
        return std::vector { changed(kInputs, chance), changed(kInputs, chance), changed(kInputs, chance) };
    };
    EXPECT_EQ(some(1), some(1));
    EXPECT_NE(some(1), some(2));
}

TEST(ChangedInputs, Differ)
{
    Chance chance(1);
    std::set<std::string> inputs;
    for (int i = 0; i < 1000; ++i)
        inputs.insert(changed(kInputs, chance));
    EXPECT_GT(inputs.size(), 800U);
}

TEST(ChangedInputs, RunUntilTheTimeIsOver)
{
    const auto result = run_changed([](std::string_view) {}, kInputs, 1, { .all = kShort });
    EXPECT_EQ(result.failure, "");
    EXPECT_GT(result.inputs, 100U);
}

TEST(ChangedInputs, FindACrash)
{
    const auto result = run_changed(
        [](std::string_view text) {
            if (text.find("4294967295") != std::string_view::npos)
                std::abort();
        },
        kInputs, 1, { .all = std::chrono::seconds { 20 } });
    EXPECT_THAT(result.failure, HasSubstr("signal 6"));
    EXPECT_THAT(result.input, HasSubstr("4294967295"));
}

TEST(ChangedInputs, FindAnEndlessLoop)
{
    const auto result = run_changed(
        [](std::string_view text) {
            for (volatile bool endless = text.find("nan") != std::string_view::npos; endless;) { }
        },
        kInputs, 1, { .one = kShort });
    EXPECT_THAT(result.failure, HasSubstr("300 ms"));
    EXPECT_THAT(result.input, HasSubstr("nan"));
}

TEST(ChangedInputs, FindMemory)
{
    const auto result = run_changed(
        [](std::string_view) {
            static std::string kept;
            if (kept.empty())
                kept.resize(std::size_t { 150 } << 20U, 'a');
        },
        kInputs, 1, { .all = kShort, .memory = std::uint64_t { 100 } << 20U });
    EXPECT_THAT(result.failure, HasSubstr("MiB"));
}

} // namespace
} // namespace warpstage::fuzz

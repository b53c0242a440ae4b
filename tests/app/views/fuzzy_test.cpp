#include "app/views/palette/fuzzy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace warpstage::views {
namespace {

// The matching names, the best first.
std::vector<std::string> found(std::string_view typed, const std::vector<std::string>& names)
{
    std::vector<std::pair<int, std::string>> scored;
    for (const std::string& name : names)
        if (const auto score = fuzzy_score(typed, name))
            scored.emplace_back(*score, name);
    std::ranges::stable_sort(scored, [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::string> order;
    for (auto& [score, name] : scored)
        order.push_back(std::move(name));
    return order;
}

using Names = std::vector<std::string>;

TEST(Fuzzy, LettersInTheirOrderAreEnough)
{
    EXPECT_TRUE(fuzzy_score("shtl", "shared tile"));
    EXPECT_FALSE(fuzzy_score("tlsh", "shared tile"));
    EXPECT_FALSE(fuzzy_score("shared tiles", "shared tile"));
    EXPECT_FALSE(fuzzy_score("a", ""));
}

TEST(Fuzzy, EmptyInputMatchesEverythingEqually)
{
    EXPECT_EQ(fuzzy_score("", "shared tile"), fuzzy_score("", ""));
    EXPECT_EQ(fuzzy_score("  ", "shared tile"), 0);
}

TEST(Fuzzy, BeginningsOfWordsComeFirst)
{
    EXPECT_EQ(found("st", { "first", "shared tile", "cost" }).front(), "shared tile");
    EXPECT_EQ(found("tile", { "reptile", "shared tile", "tiled" }), (Names { "tiled", "shared tile", "reptile" }));
    EXPECT_EQ(found("280", { "GeForce RTX 2080", "GeForce GTX280 (CC 1.3)" }).front(), "GeForce GTX280 (CC 1.3)");
    EXPECT_EQ(found("sf", { "const float", "saveFigure" }).front(), "saveFigure");
    EXPECT_EQ(found("sinf", { "sine function", "__sinf" }).front(), "__sinf");
}

TEST(Fuzzy, LettersSideBySideComeBeforeScatteredOnes)
{
    EXPECT_EQ(found("pad", { "parts and data", "unpadded", "padded" }).front(), "padded");
    EXPECT_EQ(found("bank", { "block array not kept", "banks" }).front(), "banks");
}

TEST(Fuzzy, CoincidentalLettersDoNotMatch)
{
    EXPECT_FALSE(fuzzy_score("gtx", "Larger text"));
    EXPECT_FALSE(fuzzy_score("gtx", "Instruction throughput · expf"));
    EXPECT_TRUE(fuzzy_score("gt", "Larger text")) << "two letters are too few to reject a match";
    EXPECT_TRUE(fuzzy_score("grg", "GeForce GTX · grouping"));
}

TEST(Fuzzy, AShorterNameComesFirstAmongEquals)
{
    EXPECT_EQ(found("tesla", { "Tesla V100 with more", "Tesla V100" }).front(), "Tesla V100");
    EXPECT_EQ(found("h100", { "H1000", "H100" }).front(), "H100");
}

TEST(Fuzzy, EveryWordMustOccurInAnyOrder)
{
    EXPECT_TRUE(fuzzy_score("padded transpose", "Transpose · padded"));
    EXPECT_TRUE(fuzzy_score("gtx 280", "GeForce GTX 280 (CC 1.3)"));
    EXPECT_FALSE(fuzzy_score("gtx 285", "GeForce GTX 280 (CC 1.3)"));
}

TEST(Fuzzy, CaseIsIgnoredInAllAlphabets)
{
    EXPECT_TRUE(fuzzy_score("GTX", "geforce gtx"));
    EXPECT_TRUE(fuzzy_score("ŽLUŤ", "příliš žluťoučký kůň"));
    EXPECT_TRUE(fuzzy_score("žlut", "Žlutý"));
    EXPECT_TRUE(fuzzy_score("МАТР", "Умножение матриц"));
    EXPECT_TRUE(fuzzy_score("πίν", "ΠΊΝΑΚΑΣ") || fuzzy_score("πιν", "ΠΙΝΑΚΑΣ"));
    EXPECT_TRUE(fuzzy_score("共享", "使用共享内存"));
}

TEST(Fuzzy, ACharacterIsNeverCutAndBrokenTextMatchesNothing)
{
    EXPECT_FALSE(fuzzy_score("\xc5", "Žlutý")) << "a byte is not a character";
    EXPECT_FALSE(fuzzy_score("\xff", "\xff\xfe"));
    EXPECT_TRUE(fuzzy_score("a", "\xff\x80 a"));
    for (int c = 1; c < 256; ++c) // any bytes give a result
        static_cast<void>(fuzzy_score(std::string(3, static_cast<char>(c)), "a\xc5\xbd" + std::string(5, static_cast<char>(c))));
}

TEST(Fuzzy, WordsBesideTheNameCountLittleAndOnlyFromTheirBeginning)
{
    const auto named = fuzzy_score("gtx", "GeForce GTX 280", "16 banks");
    const auto beside = fuzzy_score("gtx", "CC 1.3", "16 banks · GeForce GTX 280");
    ASSERT_TRUE(named && beside);
    EXPECT_GT(*named, *beside);
    EXPECT_TRUE(fuzzy_score("cc 280", "CC 1.3", "GeForce GTX 280"));
    EXPECT_TRUE(fuzzy_score("f12", "Save screenshot", "F12"));
    EXPECT_FALSE(fuzzy_score("orce", "CC 1.3", "GeForce GTX 280"));
    EXPECT_FALSE(fuzzy_score("gx", "CC 1.3", "GeForce GTX 280")) << "no letters omitted there";
}

TEST(Fuzzy, ALongNameIsNoProblem)
{
    const std::string name(20000, 'a');
    EXPECT_TRUE(fuzzy_score("aaaa", name));
    EXPECT_FALSE(fuzzy_score("aaab", name));
}

} // namespace
} // namespace warpstage::views

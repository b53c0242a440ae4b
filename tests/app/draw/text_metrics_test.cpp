#include "app/draw/text_metrics.h"
#include "tests/app/draw/geometry.h"

#include <gtest/gtest.h>

namespace warpstage::draw {
namespace {

TEST(TextMetrics, MonoIsSixTenthsOfAnEmForEveryCharacter)
{
    EXPECT_FLOAT_EQ(text_width("0.168 ms", Face::mono, 10.0F), 48.0F);
    EXPECT_FLOAT_EQ(text_width("23.1 µs", Face::mono, 10.0F), 42.0F);
    EXPECT_FLOAT_EQ(text_width("", Face::mono, 10.0F), 0.0F);
}

// Widths that Skia measures for Inter 4.0 at 100 units.
TEST(TextMetrics, InterIsNearAShapersWidth)
{
    EXPECT_NEAR(text_width("Variants", Face::semibold, 100.0F), 406.0F, 6.0F);
    EXPECT_NEAR(text_width("global memory", Face::regular, 100.0F), 700.0F, 10.0F);
    EXPECT_NEAR(text_width("28.5 of 32 lanes", Face::semibold, 100.0F), 778.0F, 12.0F);
}

TEST(TextMetrics, BrokenEncodingStillHasAWidth)
{
    EXPECT_GT(text_width("\xE2\x80", Face::regular, 10.0F), 0.0F);
    EXPECT_GT(text_width("\xFF\xFE", Face::regular, 10.0F), 0.0F);
}

TEST(TextMetrics, DrawnRectFollowsAlignmentAndMaxWidth)
{
    Text text { { 100, 50 }, "0000000000", Face::mono, 10.0F, {}, Align::right, 0.0F };
    EXPECT_FLOAT_EQ(drawn_rect(text).x, 40.0F);
    text.max_width = 30.0F;
    EXPECT_FLOAT_EQ(drawn_rect(text).x, 70.0F);
    EXPECT_FLOAT_EQ(drawn_rect(text).width, 30.0F);
    text.align = Align::center;
    EXPECT_FLOAT_EQ(drawn_rect(text).x, 85.0F);
    EXPECT_LT(drawn_rect(text).y, 50.0F);
    EXPECT_GT(drawn_rect(text).bottom(), 50.0F);
}

// The functions that check the panels must find errors.
TEST(Geometry, FindsOverlappingTextsAndItemsOutside)
{
    DrawList picture;
    picture.size = { 100, 100 };
    picture.items = { Text { { 10, 50 }, "0000", Face::mono, 10.0F, {}, Align::left, 0.0F },
        Text { { 32, 52 }, "0000", Face::mono, 10.0F, {}, Align::left, 0.0F },
        Text { { 10, 64 }, "0000", Face::mono, 10.0F, {}, Align::left, 0.0F } };
    EXPECT_EQ(testing::colliding_texts(picture).size(), 1U);
    EXPECT_TRUE(testing::outside_items(picture).empty());
    picture.items.emplace_back(Line { { 0, 0 }, { 103, 3 }, {}, 1.0F });
    EXPECT_EQ(testing::outside_items(picture).size(), 1U);
}

TEST(FirstWords, EndWithAWholeWord)
{
    const auto first = [](std::string_view text, float width) {
        return first_words(text, Face::mono, 10.0F, width);
    }; // 6 per letter
    EXPECT_EQ(first("aa bb cc", 48.1F), "aa bb cc");
    EXPECT_EQ(first("aa bb cc", 47.9F), "aa bb…");
    EXPECT_EQ(first("aa bb cc", 35.9F), "aa…");
    EXPECT_EQ(first("aa, bb: cc", 54.1F), "aa, bb…") << "without the colon";
    EXPECT_EQ(first("aaaaaa bb", 20.0F), "aaaaaa bb") << "the painter shortens it";
    EXPECT_EQ(first("", 20.0F), "");
}

TEST(WrapText, BreaksBetweenWords)
{
    const auto lines = wrap_text("aa bb cc dd", Face::mono, 10.0F, 31.0F, 9);
    EXPECT_EQ(lines, (std::vector<std::string> { "aa bb", "cc dd" }));
}

TEST(WrapText, LeavesTheRestOnTheLastLine)
{
    const auto lines = wrap_text("aa bb cc dd ee ff", Face::mono, 10.0F, 31.0F, 2);
    EXPECT_EQ(lines, (std::vector<std::string> { "aa bb", "cc dd ee ff" }));
}

TEST(WrapText, BreaksAPathAfterASlash)
{
    const auto lines = wrap_text("/home/presenter/picture.png", Face::mono, 10.0F, 100.0F, 9);
    EXPECT_EQ(lines, (std::vector<std::string> { "/home/presenter/", "picture.png" }));
}

TEST(WrapText, BreaksALongWordAnywhere)
{
    const auto lines = wrap_text("aaaaaaaaaa", Face::mono, 10.0F, 25.0F, 9);
    EXPECT_EQ(lines, (std::vector<std::string> { "aaaa", "aaaa", "aa" }));
}

TEST(WrapText, BreaksBesideWideCharactersButNotBeforeAClosingMark)
{
    EXPECT_EQ(wrap_text("線程束分歧。", Face::regular, 10.0F, 31.0F, 9), (std::vector<std::string> { "線程束", "分歧。" }));
    EXPECT_EQ(wrap_text("線程束。", Face::regular, 10.0F, 31.0F, 9), (std::vector<std::string> { "線程", "束。" }));
    EXPECT_EQ(
        wrap_text("カーネル(kernel)", Face::regular, 10.0F, 41.0F, 9), (std::vector<std::string> { "カーネル", "(kernel)" }));
    EXPECT_EQ(wrap_text("線(線", Face::regular, 10.0F, 15.0F, 9), (std::vector<std::string> { "線", "(線" }));
    EXPECT_EQ(wrap_text("線束)", Face::regular, 10.0F, 21.0F, 9), (std::vector<std::string> { "線", "束)" }));
    EXPECT_EQ(wrap_text("線程チャ", Face::regular, 10.0F, 31.0F, 9), (std::vector<std::string> { "線程", "チャ" }));
    EXPECT_EQ(wrap_text("a warp의 lane", Face::mono, 10.0F, 40.0F, 9), (std::vector<std::string> { "a warp", "의", "lane" }));
}

TEST(TextMetrics, WideCharactersAreAsWideAsTheyAreHighAndTakeTwoColumnsOfCode)
{
    EXPECT_EQ(glyph_width(U'中', Face::regular, 10.0F), 10.0F);
    EXPECT_EQ(glyph_width(U'한', Face::mono, 10.0F), 2 * glyph_width(U'a', Face::mono, 10.0F));
    EXPECT_EQ(glyph_width(U'\u030c', Face::regular, 10.0F), 0.0F) << "a combining mark on the letter before it";
    EXPECT_FALSE(is_wide(U'č'));
    EXPECT_FALSE(is_wide(U'Ж'));
    EXPECT_FALSE(is_wide(U'→'));
}

TEST(WrapText, TerminatesWithoutSpaceAndWithoutText)
{
    EXPECT_TRUE(wrap_text("", Face::mono, 10.0F, 25.0F, 9).empty());
    EXPECT_TRUE(wrap_text("aa", Face::mono, 10.0F, 25.0F, 0).empty());
    EXPECT_EQ(wrap_text("abc", Face::mono, 10.0F, 0.0F, 9).size(), 3U);
}

// Widths of the font, not a guess for all letters beyond ASCII: Greek words had gaps behind them and were cut.
TEST(TextWidth, LettersOfAllLanguagesAreAsWideAsInTheFont)
{
    const auto width = [](std::string_view text, Face face) {
        return text_width(text, face, 1000.0F);
    };
    EXPECT_FLOAT_EQ(width("ι", Face::regular), 266.0F);
    EXPECT_FLOAT_EQ(width("ω", Face::semibold), 894.0F);
    EXPECT_FLOAT_EQ(width("ш", Face::regular), 817.0F);
    EXPECT_FLOAT_EQ(width("č", Face::regular), width("c", Face::regular));
    EXPECT_FLOAT_EQ(width("ñ", Face::semibold), width("n", Face::semibold));
    EXPECT_FLOAT_EQ(width("λ", Face::mono), 600.0F);
}

} // namespace
} // namespace warpstage::draw

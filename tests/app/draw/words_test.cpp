#include "app/draw/canvas.h"
#include "app/draw/text_metrics.h"
#include "app/draw/words.h"
#include "tests/app/draw/geometry.h"

#include <gtest/gtest.h>

namespace warpstage::draw {
namespace {

TEST(Words, OfNumbers)
{
    EXPECT_EQ(counted(1, "warp"), "1 warp");
    EXPECT_EQ(counted(1024, "warp"), "1\u2009024 warps");
    EXPECT_EQ(percent(0.125), "12.5\u2009%");
    EXPECT_EQ(percent(1.0), "100\u2009%");
    EXPECT_EQ(factor(1.254), "1.25");
    EXPECT_EQ(factor(9.996), "10.0");
    EXPECT_EQ(factor(99.96), "100");
}

TEST(Words, TheLongestTextThatFits)
{
    const std::vector<std::string> wordings { "a long text", "short" };
    EXPECT_EQ(fitting_words(wordings, Face::regular, 15.0F, 500.0F), "a long text");
    EXPECT_EQ(fitting_words(wordings, Face::regular, 15.0F, 60.0F), "short");
    EXPECT_EQ(fitting_words(wordings, Face::regular, 15.0F, 1.0F), "short") << "the painter shortens it";
}

TEST(RowWriter, WritesUntilTheRowIsFull)
{
    const Style style = make_style(Theme::dark, 1.0F);
    Canvas canvas({ 200, 20 }, style);
    RowWriter writer(canvas, { 10, 0, 150, 20 }, 8.0F);
    std::vector<Rect> marks;
    const auto mark = [&](Rect rect) {
        marks.push_back(rect);
    };
    EXPECT_TRUE(writer.put("first", note(style, 0.0F), 12.0F, mark));
    EXPECT_TRUE(writer.put("second", note(style, 0.0F)));
    const float x = writer.x();
    EXPECT_FALSE(writer.put("text that does not fit any more", note(style, 0.0F), 12.0F, mark));
    EXPECT_EQ(writer.x(), x);
    ASSERT_EQ(marks.size(), 1U) << "no mark without its text";
    EXPECT_EQ(marks.front(), (Rect { 10, 0, 12, 20 }));
    const std::vector<Text> texts = testing::texts_of(canvas.finish());
    ASSERT_EQ(texts.size(), 2U);
    EXPECT_FLOAT_EQ(texts[0].anchor.x, 22.0F);
    EXPECT_GT(texts[1].anchor.x, 22.0F + text_width("first", Face::regular, style.smallest));
}

TEST(Lines, AreOneBelowAnother)
{
    const Style style = make_style(Theme::dark, 1.0F);
    Canvas canvas({ 200, 100 }, style);
    EXPECT_FLOAT_EQ(draw_lines(canvas, { 5, 10 }, { "one", "two" }, 20.0F, note(style, 100.0F)), 50.0F);
    const std::vector<Text> texts = testing::texts_of(canvas.finish());
    ASSERT_EQ(texts.size(), 2U);
    EXPECT_FLOAT_EQ(texts[1].anchor.y - texts[0].anchor.y, 20.0F);
    EXPECT_FLOAT_EQ(texts[0].anchor.y, centered_baseline(10, style.smallest));
}

} // namespace
} // namespace warpstage::draw

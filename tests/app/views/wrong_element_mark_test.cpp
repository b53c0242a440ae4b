// The first wrong element of a refused kernel in the scenes.
#include "app/draw/text_metrics.h"
#include "app/views/banks/bank_scene.h"
#include "app/views/scenes/tile_access_figure.h"
#include "app/views/scenes/wrong_element_mark.h"
#include "app/views/sectors/sector_scene.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warpstage::views {
namespace {

session::WrongElement wrong_at(const std::string& buffer, std::size_t index, std::size_t columns)
{
    session::WrongElement element;
    element.difference = { .buffer = buffer, .index = index, .columns = columns, .found = "0", .expected = "0.5" };
    element.thread = session::WrongElement::Thread { { 1, 0, 0 }, 2, 9 };
    return element;
}

session::MatrixFrame matrix_of(const std::string& name, std::size_t rows, std::size_t columns)
{
    session::MatrixFrame matrix;
    matrix.name = name;
    matrix.rows = matrix.shown_rows = rows;
    matrix.columns = matrix.shown_columns = columns;
    matrix.values.resize(rows * columns);
    return matrix;
}

std::vector<Text> texts_of(const DrawList& list)
{
    std::vector<Text> texts;
    for (const Item& item : list.items)
        if (const auto* text = std::get_if<Text>(&item))
            texts.push_back(*text);
    return texts;
}

// The centers of the strokes that cross an element out.
std::vector<Point> crossed_out(const DrawList& list, const Style& style)
{
    std::vector<Point> places;
    for (const Item& item : list.items) {
        const auto* line = std::get_if<Line>(&item);
        if (line == nullptr || line->color.r != style.vermilion.r || line->color.g != style.vermilion.g)
            continue;
        const Point a = line->from;
        const Point b = line->to;
        if (a.x < b.x && a.y < b.y)
            places.push_back({ (a.x + b.x) / 2, (a.y + b.y) / 2 });
    }
    return places;
}

TEST(WrongElement, IsDescribed)
{
    EXPECT_EQ(wrong_element_words(wrong_at("out", 97, 32)), "out[3][1]: 0 instead of 0.5");
    EXPECT_EQ(wrong_element_words(wrong_at("out", 97, 0)), "out[97]: 0 instead of 0.5");
    EXPECT_APPROVED(wrong_thread_words(wrong_at("sums", 1, 0)));
}

TEST(WrongElement, OfASmallTrialKeepsItsRowAndColumn)
{
    const auto matrix = matrix_of("out", 256, 256);
    const auto place = place_in(matrix, wrong_at("out", 97, 32));
    ASSERT_TRUE(place);
    EXPECT_EQ(place->row, 3U);
    EXPECT_EQ(place->column, 1U);
    const auto field = place_in(matrix, wrong_at("out", 513, 0));
    ASSERT_TRUE(field);
    EXPECT_EQ(field->row, 2U);
    EXPECT_EQ(field->column, 1U);
    EXPECT_FALSE(place_in(matrix, wrong_at("in", 97, 32)));
    EXPECT_FALSE(place_in(matrix, wrong_at("out", 256 * 256, 0)));
}

TEST(WrongElement, TheLabelIsBesideItWithinTheArea)
{
    const auto style = make_style(Theme::dark, 1.0F);
    const Rect room { 100, 50, 600, 400 };
    for (const Point at : { Point { 100, 50 }, Point { 690, 60 }, Point { 400, 250 }, Point { 105, 440 }, Point { 695, 445 } }) {
        Canvas canvas({ 800, 500 }, style);
        const Rect place { at.x, at.y, 2, 2 };
        label_wrong(canvas, place, room, "out[3][1]: 0 instead of 0.5");
        const auto list = canvas.finish();
        const auto texts = texts_of(list);
        ASSERT_EQ(texts.size(), 1U);
        const Rect words = drawn_rect(texts[0]);
        EXPECT_GE(words.x, room.x);
        EXPECT_GE(words.y, room.y);
        EXPECT_LE(words.right(), room.right());
        EXPECT_LE(words.bottom(), room.bottom());
        EXPECT_FALSE(words.contains({ at.x + 1, at.y + 1 }));
        const auto crosses = crossed_out(list, style);
        ASSERT_FALSE(crosses.empty());
        EXPECT_NEAR(crosses[0].x, at.x + 1, 0.01F);
        EXPECT_NEAR(crosses[0].y, at.y + 1, 0.01F);
    }
}

TEST(WrongElement, IsCrossedOutInTheMatrixAndInTheTile)
{
    auto matrix = matrix_of("out", 64, 64);
    matrix.sources.push_back(std::make_shared<const session::MatrixFrame>(matrix_of("in", 64, 64)));
    session::TileAccesses accesses;
    accesses.touched.push_back({ "out", { { 3, 1 } }, {}, { 0, 0 }, { 31, 31 } });
    const auto element = wrong_at("out", 97, 32);
    const auto style = make_style(Theme::dark, 1.0F);
    TileAccessInput input { &matrix, &accesses, nullptr, nullptr };
    const auto layout = layout_tile_accesses(matrix, { 0, 0, 900, 600 }, style);
    EXPECT_TRUE(crossed_out(wholes_figure(input, layout, style), style).empty());
    EXPECT_TRUE(crossed_out(tiles_figure(input, { 900, 340 }, style), style).empty());
    input.wrong = &element;
    const auto wholes = wholes_figure(input, layout, style);
    ASSERT_EQ(crossed_out(wholes, style).size(), 1U);
    EXPECT_TRUE(layout.wholes[1].contains(crossed_out(wholes, style)[0])) << "the result, which is one of the two matrices";
    EXPECT_EQ(texts_of(wholes).back().text, "out[3][1]: 0 instead of 0.5");
    EXPECT_EQ(crossed_out(tiles_figure(input, { 900, 340 }, style), style).size(), 1U);
}

TEST(WrongElement, IsCrossedOutInItsSector)
{
    BufferTraffic out { "out", {}, 64, 64 };
    for (std::uint64_t i = 0; i < 4; ++i)
        out.sectors.push_back({ i, 0xffff'ffff, 0, 1, false });
    BufferTraffic in = out;
    in.name = "in";
    const std::vector<BufferTraffic> buffers { in, out };
    const auto style = make_style(Theme::light, 1.0F);
    SectorSceneInput input { buffers, "" };
    EXPECT_TRUE(crossed_out(sector_scene_figure(input, { 900, 500 }, style), style).empty());
    input.wrong = { "out", 97 * 4 % 128 };
    const auto crosses = crossed_out(sector_scene_figure(input, { 900, 500 }, style), style);
    ASSERT_EQ(crosses.size(), 1U);
    EXPECT_GT(crosses[0].x, 450.0F) << "the second of the two buffers";
}

TEST(WrongElement, MarksItsLaneAboveTheBanks)
{
    session::ArrayFrame frame;
    frame.values.resize(1024);
    frame.known.resize(1024, true);
    frame.warp = 2;
    const auto element = wrong_at("out", 9, 0);
    BankSceneInput input;
    input.frame = &frame;
    input.lanes = ~LaneMask { 0 };
    input.wavefronts = 1;
    for (unsigned lane = 0; lane < 32; ++lane)
        input.words.push_back({ lane, LaneMask { 1 } << lane, 0 });
    const auto style = make_style(Theme::dark, 1.0F);
    EXPECT_TRUE(crossed_out(bank_scene_figure(input, { 900, 500 }, style), style).empty());
    input.wrong = &element;
    EXPECT_EQ(crossed_out(bank_scene_figure(input, { 900, 500 }, style), style).size(), 3U)
        << "the lane, its word, and the line to the label";
    frame.warp = 1; // a request of another warp
    const auto list = bank_scene_figure(input, { 900, 500 }, style);
    EXPECT_TRUE(crossed_out(list, style).empty());
    const auto texts = texts_of(list);
    EXPECT_TRUE(std::ranges::any_of(
        texts, [](const Text& text) { return text.text == "out[9]: 0 instead of 0.5, written by lane 9 of warp 2"; }));
}

} // namespace
} // namespace warpstage::views

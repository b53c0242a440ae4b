// The figures of the lessons about instructions and memories.
#include "app/views/banks/cells_figure.h"
#include "app/views/memories/footprint_figure.h"
#include "app/views/memories/registers_figure.h"
#include "app/views/memories/requests_figure.h"
#include "app/views/pipes/pipes_figure.h"
#include "app/views/scenes/hazard_scene.h"
#include "app/views/scenes/tile_access_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::views {
namespace {

PipesInput division_and_shift()
{
    timing::InstructionMix division { { { "integer", 11.0, 64.0 }, { "integer multiply", 6.0, 64.0 },
                                          { "special function", 1.0, 16.0 }, { "conversion", 2.5, 16.0 },
                                          { "branch", 1.0, 64.0 } },
        21.5, 5.4 };
    timing::InstructionMix shift { { { "integer", 4.0, 64.0 }, { "branch", 1.0, 64.0 } }, 5.0, 1.25 };
    return { { { "division", division }, { "shift and mask", shift } }, "CC 9.0" };
}

std::size_t squares_of(const DrawList& picture, Color color)
{
    return draw::testing::count_color(picture, color);
}

TEST(PipesFigure, ASquareForEachInstruction)
{
    const DrawList picture = pipes_figure(division_and_shift(), { 900, 500 }, dark());
    EXPECT_TRUE(draw::testing::says(picture, "21.5 machine"));
    EXPECT_TRUE(draw::testing::says(picture, "5 machine"));
    EXPECT_TRUE(draw::testing::says(picture, "16 lanes"));
    // The integer pipe is busy for longest: 11 x 32 / 64 cycles are more than 2.5 x 32 / 16.
    EXPECT_EQ(squares_of(picture, shape_color(dark(), dark().orange)), 11U + 4U);
    EXPECT_EQ(squares_of(picture, shape_color(dark(), dark().blue)), 6U + 1U + 3U + 1U + 1U)
        << "2.5 instructions are three squares";
}

TEST(PipesFigure, IsTidy)
{
    draw::testing::expect_tidy(
        "pipes", [](Size size, const Style& style) { return pipes_figure(division_and_shift(), size, style); });
    draw::testing::expect_tidy("no pipes", [](Size size, const Style& style) { return pipes_figure({}, size, style); });
}

RequestsInput one_and_many()
{
    RequestTurns many { "constant, 32 addresses", "constant memory", {}, "1 address", 28, 11, 20 };
    for (unsigned lane = 0; lane < 32; ++lane)
        many.turns.push_back(LaneMask { 1 } << lane);
    const RequestTurns one { "constant, one address", "constant memory", { ~LaneMask { 0 } }, "1 address for 32 lanes", 28, 11,
        10 };
    return { { many, one }, 32, "CC 9.0" };
}

TEST(RequestsFigure, AddressesAreServedInSequence)
{
    const DrawList picture = requests_figure(one_and_many(), { 900, 500 }, dark());
    EXPECT_TRUE(draw::testing::says(picture, "32 accesses, serialized"));
    EXPECT_TRUE(draw::testing::says(picture, "1 access: 1 address for 32 lanes"));
    EXPECT_TRUE(draw::testing::says(picture, "28 + 31 × 11 = 369 cycles"));
    // One lane in each of 32 columns, and 32 lanes in one column.
    EXPECT_EQ(draw::testing::count_color(picture, shape_color(dark(), dark().vermilion)), 32U);
    EXPECT_EQ(draw::testing::count_color(picture, shape_color(dark(), dark().green)), 32U);
}

TEST(RequestsFigure, IsTidy)
{
    draw::testing::expect_tidy(
        "requests", [](Size size, const Style& style) { return requests_figure(one_and_many(), size, style); });
    draw::testing::expect_tidy("no requests", [](Size size, const Style& style) { return requests_figure({}, size, style); });
}

FootprintInput blurred()
{
    FootprintInput input;
    input.title = "warp 0 · blur, global";
    input.width = 64;
    input.height = 64;
    for (int lane = 0; lane < 32; ++lane)
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx)
                input.reads.push_back(static_cast<std::uint64_t>((20 + lane / 4 + dy) * 64 + 20 + lane % 4 + dx));
    input.requests = 9;
    input.sectors = 90;
    input.architecture = "CC 9.0";
    return input;
}

TEST(FootprintFigure, CountsHowOftenEachPixelIsRead)
{
    const DrawList picture = footprint_figure(blurred(), { 700, 500 }, dark());
    EXPECT_TRUE(draw::testing::says(picture, "288 reads of 60 different pixels")) << "10 rows of 6";
    EXPECT_TRUE(draw::testing::says(picture, "9 requests · 90 sectors"));
    EXPECT_TRUE(draw::testing::says(picture, "9")) << "in the middle";
    const auto outlines = std::ranges::count_if(picture.items, [](const Item& item) {
        const auto* box = std::get_if<Box>(&item);
        return box != nullptr && box->outline == shape_color(dark(), dark().orange);
    });
    EXPECT_EQ(outlines, 10 * 2) << "19 to 24: sectors 16 to 23 and 24 to 31";
}

TEST(FootprintFigure, IsTidy)
{
    draw::testing::expect_tidy(
        "footprint", [](Size size, const Style& style) { return footprint_figure(blurred(), size, style); });
    draw::testing::expect_tidy("no footprint", [](Size size, const Style& style) { return footprint_figure({}, size, style); });
}

RegistersInput spilled()
{
    return { { { "array, local memory", 20, 16, 272, 4352, 1.0, 6.1 }, { "array, registers", 26, 0, 0, 0, 0.0, 1.3 } },
        "CC 9.0" };
}

TEST(RegistersFigure, ASquareForEachWord)
{
    const DrawList picture = registers_figure(spilled(), { 800, 500 }, dark());
    EXPECT_EQ(draw::testing::count_color(picture, shape_color(dark(), dark().blue)), 20U + 26U);
    EXPECT_EQ(draw::testing::count_color(picture, shape_color(dark(), dark().vermilion)), 16U);
    EXPECT_TRUE(draw::testing::says(picture, "6.1 instructions"));
    EXPECT_TRUE(draw::testing::says(picture, "1.0 loads"));
    EXPECT_TRUE(draw::testing::says(picture, "no local memory"));
    EXPECT_TRUE(draw::testing::says(picture, "20 virtual"));
    RegistersInput assembled = spilled();
    assembled.sides[0].assembled = true;
    const DrawList mixed = registers_figure(assembled, { 800, 500 }, dark());
    EXPECT_TRUE(draw::testing::says(mixed, "20 registers (ptxas)"));
    EXPECT_TRUE(draw::testing::says(mixed, "26 virtual"));
}

TEST(RegistersFigure, IsTidy)
{
    draw::testing::expect_tidy(
        "registers", [](Size size, const Style& style) { return registers_figure(spilled(), size, style); });
    draw::testing::expect_tidy("no registers", [](Size size, const Style& style) { return registers_figure({}, size, style); });
}

TEST(CellsFigure, AllNumbersAreWrittenOrNone)
{
    session::ArrayFrame frame;
    for (int i = 0; i < 64; ++i) {
        frame.values.push_back(i < 60 ? i % 10 : 123456);
        frame.known.push_back(true);
        frame.touched.push_back(session::Touch::none);
    }
    frame.element_bytes = 4;
    CellsInput input;
    input.frame = &frame;
    EXPECT_TRUE(draw::testing::says(cells_figure(input, { 2600, 400 }, dark()), "123456"));
    const DrawList narrow = cells_figure(input, { 900, 400 }, dark());
    for (const Text& text : draw::testing::texts_of(narrow))
        EXPECT_NE(text.text, "7") << "a cell without its long number would look empty";
}

// A small window has the same information as the picture, not only its last word.
TEST(HazardScene, ASmallOneNamesThreadsAndLines)
{
    analysis::HazardPlayback playback;
    playback.status = "race";
    playback.between = "no __syncthreads()";
    playback.word = 32;
    playback.first = analysis::HazardParty { {}, { 31, 0, 0 }, 0, 31, 13, "out[i] = words[t + 1];", simt::AccessKind::load };
    playback.second = analysis::HazardParty { {}, { 32, 0, 0 }, 1, 0, 12, "words[t] = in[i];", simt::AccessKind::store };
    const std::vector<HazardSide> sides { { "no barrier", playback } };
    const DrawList picture = hazard_scene_figure(sides, { 520, 180 }, dark());
    for (const char* words : { "no barrier: race", "thread (31,0,0) reads word 32: line 13", "no __syncthreads()",
             "thread (32,0,0) writes word 32: line 12" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
    for (const Size size : { Size { 520, 230 }, Size { 520, 90 }, Size { 200, 60 }, Size { 130, 40 } }) {
        const DrawList small = hazard_scene_figure(sides, size, light());
        EXPECT_TRUE(draw::testing::outside_items(small).empty()) << size.width << " x " << size.height;
        EXPECT_TRUE(draw::testing::colliding_texts(small).empty()) << size.width << " x " << size.height;
    }
}

TEST(HazardScene, ANarrowCardHasTheWholeLineOfCode)
{
    analysis::HazardPlayback playback;
    playback.status = "race";
    playback.between = "no __syncthreads()";
    playback.word = 32;
    playback.first =
        analysis::HazardParty { {}, { 31, 0, 0 }, 0, 31, 13, "out[i] = words[(t + 1) % blockDim.x];", simt::AccessKind::load };
    playback.second = analysis::HazardParty { {}, { 32, 0, 0 }, 1, 0, 12, "words[t] = in[i];", simt::AccessKind::store };
    const DrawList picture = hazard_scene_figure({ { "no barrier", playback } }, { 320, 260 }, dark());
    EXPECT_TRUE(draw::testing::colliding_texts(picture).empty());
    std::string shown;
    for (const Text& text : draw::testing::texts_of(picture))
        if (text.face == Face::mono) {
            EXPECT_LE(text_width(text.text, text.face, text.size), text.max_width + 0.01F) << text.text;
            shown += text.text;
        }
    std::erase(shown, ' ');
    EXPECT_NE(shown.find("out[i]=words[(t+1)%blockDim.x];"), std::string::npos) << shown;
}

TEST(HazardScene, ASmallOneWrapsItsCode)
{
    analysis::HazardPlayback playback;
    playback.status = "race";
    playback.between = "no __syncthreads()";
    playback.word = 32;
    playback.first =
        analysis::HazardParty { {}, { 31, 0, 0 }, 0, 31, 13, "out[i] = words[(t + 1) % blockDim.x];", simt::AccessKind::load };
    playback.second = analysis::HazardParty { {}, { 32, 0, 0 }, 1, 0, 12, "words[t] = in[i];", simt::AccessKind::store };
    const DrawList picture = hazard_scene_figure({ { "no barrier", playback } }, { 230, 185 }, dark());
    std::string shown;
    for (const Text& text : draw::testing::texts_of(picture)) {
        EXPECT_LE(text_width(text.text, text.face, text.size), text.max_width + 0.01F) << text.text;
        shown += text.text;
    }
    std::erase(shown, ' ');
    EXPECT_NE(shown.find("blockDim.x];"), std::string::npos) << shown;
}

// The area of a block often consists of complete rows of a matrix.
TEST(TileAccessFigure, RowsStayWithinTheFrameOfTheirMatrix)
{
    session::MatrixFrame matrix;
    matrix.name = "c";
    matrix.rows = matrix.columns = matrix.shown_rows = matrix.shown_columns = 256;
    matrix.values.assign(std::size_t { 256 } * 256, 0.5F);
    for (const std::uint32_t first : { 0U, 128U, 224U }) {
        session::TileAccesses accesses;
        accesses.touched.push_back({ "c", { { first, 1 } }, {}, { first, 0 }, { first + 31, 255 } });
        const Style style = make_style(Theme::dark, 1.0F);
        const TileAccessInput input { &matrix, &accesses, nullptr, nullptr };
        const DrawList picture = wholes_figure(input, layout_tile_accesses(matrix, { 0, 0, 600, 500 }, style), style);
        std::vector<Rect> boxes; // the matrix, then the marked elements
        for (const Item& item : picture.items)
            if (const auto* box = std::get_if<Box>(&item); box != nullptr && box->outline)
                boxes.push_back(box->rect);
        ASSERT_EQ(boxes.size(), 3U);
        for (const Rect& box : boxes)
            EXPECT_TRUE(draw::testing::inside(box, boxes.front(), 0.01F)) << first;
    }
}

} // namespace
} // namespace warpstage::views

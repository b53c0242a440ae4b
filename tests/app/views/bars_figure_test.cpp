#include "app/draw/canvas.h"
#include "app/views/timings/bars_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace warpstage::views {
namespace {

BarsInput reductions()
{
    BarsInput input;
    input.title = "Reduction";
    input.limit = LimitLine { 4.8e12, "speed of light 4.8 TB/s" };
    input.publication = "GeForce GTX 280";
    int number = 1;
    for (const auto& [rate, published] :
        { std::pair { 416e9, 3.77e9 }, std::pair { 875e9, 16.3e9 }, std::pair { 3333e9, 77.2e9 } })
        input.rows.push_back(
            { "reduce" + std::to_string(number++), 0.9 * rate, rate, 1.02 * rate, 50, Origin::measured, published });
    return input;
}

std::vector<Rect> bars(const DrawList& picture, Color color)
{
    std::vector<Rect> result;
    for (const Item& item : picture.items)
        if (const auto* box = std::get_if<Box>(&item); box != nullptr && box->fill == color && box->rect.width > 30.0F)
            result.push_back(box->rect);
    return result;
}

TEST(BarsFigure, BarsAreAsLongAsTheirValues)
{
    const DrawList picture = bars_figure(reductions(), kSlide, light());
    const std::vector<Rect> found = bars(picture, shape_color(light(), light().blue));
    ASSERT_EQ(found.size(), 3U);
    EXPECT_NEAR(found[1].width / found[0].width, 875.0 / 416.0, 0.01);
    EXPECT_NEAR(found[2].width / found[0].width, 3333.0 / 416.0, 0.05);
    for (const char* words : { "416 GB/s", "3.33 TB/s", "77.2 GB/s", "published: GeForce GTX 280", "speed of light 4.8 TB/s",
             "3.33\u2009TB/s, 8.0× reduce1", "5 TB/s", "measured: median, minimum to maximum" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
}

TEST(BarsFigure, TheLimitIsAtItsValue)
{
    const DrawList picture = bars_figure(reductions(), kSlide, light());
    const std::vector<Rect> found = bars(picture, shape_color(light(), light().blue));
    float limit = 0.0F;
    for (const Item& item : picture.items)
        if (const auto* line = std::get_if<Polyline>(&item);
            line != nullptr && line->color == light().green && line->points.front().y < 300.0F)
            limit = line->points.front().x;
    EXPECT_NEAR((limit - found[2].x) / found[2].width, 4800.0 / 3333.0, 0.01);
}

TEST(BarsFigure, EmulatedTimesAreLabeled)
{
    BarsInput input = reductions();
    input.unit = "s";
    input.better = Better::less;
    input.limit.reset();
    input.rows = { { "reduce1", 2e-3, 2.1e-3, 2.5e-3, 5, Origin::emulated, {} },
        { "reduce2", 1e-3, 1.1e-3, 1.2e-3, 5, Origin::emulated, {} }, { "reduce3", 0, 0, 0, 0, Origin::measured, {} } };
    const DrawList picture = bars_figure(input, kSlide, light());
    EXPECT_TRUE(draw::testing::says(picture, "emulated"));
    EXPECT_FALSE(draw::testing::says(picture, "measured"));
    EXPECT_FALSE(draw::testing::says(picture, "published"));
    EXPECT_TRUE(draw::testing::says(picture, "1.10\u2009ms, 1.9× reduce1"));
    EXPECT_EQ(bars(picture, shape_color(light(), light().blue)).size(), 0U) << "an emulated bar is slanted lines";
    EXPECT_EQ(draw::testing::text_with(picture, "–").color, light().secondary) << "not run";
}

TEST(BarsFigure, IsTidy)
{
    BarsInput named = reductions();
    named.title = named.publication = named.limit->name = named.unit = draw::testing::long_name();
    named.rows[0].name = draw::testing::long_name();
    BarsInput many = reductions();
    many.rows.resize(60, many.rows.front());
    BarsInput broken = reductions();
    broken.rows[0].median = NAN;
    broken.rows[1].maximum = INFINITY;
    broken.rows[2].published = -1.0;
    broken.limit->value = INFINITY;
    BarsInput seconds = reductions();
    seconds.unit = "s";
    BarsInput idle = reductions();
    for (BarRow& row : idle.rows)
        row = { row.name, 0, 0, 0, 0, Origin::measured, {} };
    for (const BarsInput& input : { BarsInput {}, reductions(), named, many, broken, seconds, idle })
        draw::testing::expect_tidy("bars", [&](Size size, const Style& style) { return bars_figure(input, size, style); });
}

} // namespace
} // namespace warpstage::views

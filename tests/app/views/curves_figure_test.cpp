#include "app/views/timings/curves_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace warpstage::views {
namespace {

using Marks = std::vector<double>;

TEST(Axis, EndsAtRoundNumbers)
{
    const Axis axis(0.0, 4.4e12, 5, Spacing::linear, Ends::round);
    EXPECT_EQ(axis.marks(), (Marks { 0, 1e12, 2e12, 3e12, 4e12, 5e12 }));
    EXPECT_FLOAT_EQ(axis.share(2.5e12), 0.5F);
    EXPECT_FLOAT_EQ(axis.share(-1.0), 0.0F);
    EXPECT_FLOAT_EQ(axis.share(9e12), 1.0F);
    EXPECT_FLOAT_EQ(axis.share(NAN), 0.0F);
}

TEST(Axis, EndsExactlyWithTheDataIfRequested)
{
    const Axis axis(0.0, 32.0, 6, Spacing::linear, Ends::exact);
    EXPECT_DOUBLE_EQ(axis.high(), 32.0);
    EXPECT_EQ(axis.marks(), (Marks { 0, 10, 20, 30 }));
}

TEST(Axis, DoublesForStrides)
{
    const Axis axis(1.0, 32.0, 10, Spacing::doubling, Ends::exact);
    EXPECT_EQ(axis.marks(), (Marks { 1, 2, 4, 8, 16, 32 }));
    EXPECT_FLOAT_EQ(axis.share(2.0), 0.2F);
    EXPECT_EQ(Axis(1.0, 32.0, 3, Spacing::doubling, Ends::exact).marks(), (Marks { 1, 4, 16 }));
    EXPECT_EQ(Axis(0.0, 4.0, 4, Spacing::doubling, Ends::round).marks(), (Marks { 0, 1, 2, 3, 4 })) << "zero cannot be doubled";
}

TEST(Axis, AcceptsAnEmptyRange)
{
    for (const double bad : { 0.0, -5.0, 1e308, std::numeric_limits<double>::infinity(), static_cast<double>(NAN) })
        for (const Spacing spacing : { Spacing::linear, Spacing::doubling }) {
            const Axis axis(bad, bad, 5, spacing, Ends::round);
            EXPECT_LT(axis.marks().size(), 100U) << bad;
        }
}

TEST(Axis, WordsOfMarks)
{
    EXPECT_EQ(mark_words(4096), "4\u2009096");
    EXPECT_EQ(mark_words(0.5), "0.5");
    EXPECT_EQ(prefix_of(4.8e12).letter, "T");
    EXPECT_DOUBLE_EQ(prefix_of(4.8e12).factor, 1e12);
    EXPECT_EQ(prefix_of(999.0).letter, "");
}

CurvesInput strides()
{
    CurvesInput input;
    input.title = "Bandwidth against stride";
    input.x_name = "stride in elements";
    input.y_name = "bandwidth";
    input.y_unit = "B/s";
    input.x_spacing = Spacing::doubling;
    input.limit = LimitLine { 4.8e12, "speed of light 4.8 TB/s" };
    Curve measured { "H200", Origin::measured, {} };
    Curve computed { "CC 9.0", Origin::computed, {} };
    Curve published { "GTX 280", Origin::published, {} };
    for (int stride = 1; stride <= 32; stride *= 2) {
        measured.points.push_back({ static_cast<double>(stride), 4.2e12 / stride });
        computed.points.push_back({ static_cast<double>(stride), 4.4e12 / std::min(stride, 8) });
        published.points.push_back({ static_cast<double>(stride), 1.2e11 / stride });
    }
    input.curves = { measured, computed, published };
    return input;
}

TEST(CurvesFigure, CurvesAreNamedAtTheirEnds)
{
    const DrawList picture = curves_figure(strides(), kSlide, light());
    for (const char* words : { "bandwidth in TB/s", "stride in elements", "speed of light 4.8 TB/s", "measured",
             "computed for the architecture", "published", "32" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
    EXPECT_FALSE(draw::testing::says(picture, "emulated"));
    float right = 0.0F;
    for (const Item& item : picture.items)
        if (const auto* line = std::get_if<Polyline>(&item))
            for (const Point point : line->points)
                right = std::max(right, point.x);
    for (const char* name : { "H200", "CC 9.0", "GTX 280" })
        EXPECT_GT(draw::testing::text_with(picture, name).anchor.x, right - 10.0F) << name;
    EXPECT_LT(draw::testing::text_with(picture, "CC 9.0").anchor.y, draw::testing::text_with(picture, "H200").anchor.y);
}

TEST(CurvesFigure, MeasuredIsFilledComputedIsHollowAndDashed)
{
    const auto pieces = [](const DrawList& picture, Color color) {
        return std::count_if(picture.items.begin(), picture.items.end(), [&](const Item& item) {
            const auto* line = std::get_if<Polyline>(&item);
            return line != nullptr && line->color == color;
        });
    };
    const DrawList picture = curves_figure(strides(), kSlide, light());
    EXPECT_EQ(pieces(picture, light().blue), 1) << "one solid line";
    EXPECT_GT(pieces(picture, light().orange), 30) << "dashes, and outlines of marks";
    const auto filled = std::count_if(picture.items.begin(), picture.items.end(), [](const Item& item) {
        const auto* circle = std::get_if<Circle>(&item);
        return circle != nullptr && circle->color == light().blue;
    });
    EXPECT_EQ(filled, 6);
}

TEST(CurvesFigure, NamesMoveIntoTheKeyIfTheyDoNotFit)
{
    CurvesInput input = strides();
    input.curves[0].name = draw::testing::long_name();
    const DrawList picture = curves_figure(input, { 620, 400 }, light());
    EXPECT_TRUE(draw::testing::says(picture, "GTX 280"));
    EXPECT_GT(draw::testing::text_with(picture, "GTX 280").anchor.y, 300.0F);
}

TEST(CurvesFigure, IsTidy)
{
    CurvesInput named = strides();
    named.title = named.x_name = named.y_name = named.y_unit = named.limit->name = draw::testing::long_name();
    for (Curve& curve : named.curves)
        curve.name = draw::testing::long_name();
    CurvesInput many = strides();
    for (int i = 0; i < 12; ++i) {
        many.curves.push_back(many.curves[static_cast<std::size_t>(i) % 3]);
        many.curves.back().name = "curve " + std::to_string(i);
    }
    CurvesInput broken = strides();
    broken.x_spacing = Spacing::doubling;
    broken.curves[0].points = { { 0.0, 1.0 }, { -1.0, 2.0 }, { NAN, 1.0 }, { 1.0, INFINITY } };
    broken.curves[1].points = { { 4.0, 0.0 } };
    CurvesInput nothing = strides();
    for (Curve& curve : nothing.curves)
        curve.points.clear();
    CurvesInput offsets = strides();
    offsets.x_spacing = Spacing::linear;
    offsets.y_unit.clear();
    offsets.curves[0].points.clear();
    for (int i = 0; i < 1000; ++i)
        offsets.curves[0].points.push_back({ static_cast<double>(i), -20.0 + i % 37 });
    for (const CurvesInput& input : { CurvesInput {}, strides(), named, many, broken, nothing, offsets })
        draw::testing::expect_tidy("curves", [&](Size size, const Style& style) { return curves_figure(input, size, style); });
}

} // namespace
} // namespace warpstage::views

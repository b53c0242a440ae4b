#include "app/views/warps/occupancy_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::views {
namespace {

OccupancyInput half_full()
{
    OccupancyInput input;
    input.warps = 32;
    input.warps_at_most = 64;
    input.blocks = 4;
    input.threads = 1024;
    input.subtitle = "CC 9.0";
    input.curves = { { "registers per thread", { { 1, 64 }, { 33, 48 }, { 41, 40 }, { 49, 32 }, { 65, 24 }, { 255, 8 } }, 56,
                         true },
        { "shared bytes per block", { { 0, 32 }, { 60000, 16 }, { 232448, 8 } }, 16384, false },
        { "threads per block", { { 1, 32 }, { 512, 16 }, { 1024, 32 } }, 256, false } };
    input.resources = { { { arch::Resource::blocks, 1, 32, 32, false }, { arch::Resource::warps, 8, 64, 8, false },
        { arch::Resource::registers, 16384, 65536, 4, true },
        { arch::Resource::shared_memory, 0, 233472, arch::ResourceUse::kUnlimited, false } } };
    return input;
}

TEST(OccupancyFigure, MarksTheKernelAndNamesTheLimit)
{
    const DrawList picture = occupancy_figure(half_full(), kSlide, light());
    for (const char* words : { "32 of 64 warps, 50\u2009%", "registers per thread, the limit", "shared bytes per block",
             "threads per block", "One multiprocessor holds 4 blocks (1\u2009024 threads) of this kernel, limited by registers.",
             "registers: 4", "shared memory: no limit", "56", "16 384", "256", "this kernel" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
    EXPECT_EQ(draw::testing::text_with(picture, "registers: 4").color, light().vermilion);
    const auto points = std::count_if(picture.items.begin(), picture.items.end(), [](const Item& item) {
        const auto* circle = std::get_if<Circle>(&item);
        return circle != nullptr && circle->radius > 5.0F;
    });
    EXPECT_EQ(points, 3 + 1) << "one per curve, one in the key";
}

TEST(OccupancyFigure, ThePointIsOnItsStep)
{
    OccupancyInput input = half_full();
    input.curves.resize(1);
    input.curves[0].present = 48; // the last amount of its step: still 40 warps
    const DrawList picture = occupancy_figure(input, kSlide, light());
    float top = 0.0F;
    float bottom = 0.0F;
    float point = 0.0F;
    for (const Item& item : picture.items) {
        if (const auto* steps = std::get_if<Polyline>(&item);
            steps != nullptr && steps->color == light().blue && steps->points.size() > 4) {
            top = steps->points.front().y;
            bottom = steps->points.back().y;
        }
        if (const auto* circle = std::get_if<Circle>(&item); circle != nullptr && circle->radius > 5.5F)
            point = circle->center.y;
    }
    EXPECT_NEAR((point - top) / (bottom - top), (64.0 - 40.0) / (64.0 - 8.0), 0.01);
}

TEST(OccupancyFigure, NarrowAreasKeepTheLimitingResource)
{
    OccupancyInput input = half_full();
    std::swap(input.curves[0], input.curves[2]);
    const DrawList picture = occupancy_figure(input, { 220, 300 }, light());
    EXPECT_TRUE(draw::testing::says(picture, "registers per thread"));
    EXPECT_FALSE(draw::testing::says(picture, "threads per block"));
}

TEST(OccupancyFigure, EveryGenerationHasCurves)
{
    for (const arch::Traits& traits : arch::all_traits()) {
        const auto input = arch::occupancy_curves(traits, { 128, 16, 2048 });
        ASSERT_TRUE(input) << traits.name;
        for (const arch::OccupancyCurve& curve : input->curves)
            EXPECT_GE(curve.steps.size(), 2U) << traits.name << ", " << curve.name;
        draw::testing::expect_tidy(std::string { traits.name },
            [&](Size size, const Style& style) { return occupancy_figure({ *input }, size, style); });
    }
}

TEST(OccupancyFigure, IsTidy)
{
    OccupancyInput named = half_full();
    named.subtitle = named.curves[0].name = draw::testing::long_name();
    OccupancyInput full = half_full();
    full.warps = 64;
    full.curves.resize(1);
    OccupancyInput broken = half_full();
    broken.curves[0].steps.clear();
    broken.curves[1].steps = { { 5, 1000 } };
    broken.curves[2].present = 1e12;
    OccupancyInput many = half_full();
    many.curves.resize(9, many.curves[0]);
    many.warps_at_most = 7;
    for (const OccupancyInput& input : { OccupancyInput {}, half_full(), named, full, broken, many })
        draw::testing::expect_tidy(
            "occupancy", [&](Size size, const Style& style) { return occupancy_figure(input, size, style); });
}

} // namespace
} // namespace warpstage::views

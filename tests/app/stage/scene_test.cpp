#include "app/stage/frame_clock.h"
#include "app/stage/scene/array.h"
#include "app/stage/scene/camera.h"
#include "tests/app/stage/sample_snapshot.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::stage {
namespace {

constexpr figure::Rect kScene { 100, 50, 600, 400 };

float tallest_box(const figure::DrawList& list)
{
    float tallest = 0.0F;
    for (const figure::Item& item : list.items)
        if (const auto* box = std::get_if<figure::Box>(&item))
            tallest = std::max(tallest, box->rect.height);
    return tallest;
}

TEST(Camera, TheRegionFillsTheScene)
{
    const Projection projection = Camera().projection(kScene, 2.0F);
    EXPECT_FLOAT_EQ(projection.origin.x, 400.0F);
    EXPECT_FLOAT_EQ(projection.origin.y, 250.0F);
    EXPECT_GT(projection.pixels_per_unit, 0.9F * 100.0F);
    EXPECT_LT(projection.pixels_per_unit, 100.0F);
}

TEST(Camera, ZoomKeepsThePlaceUnderThePointer)
{
    Camera camera;
    const Projection before = camera.projection(kScene, 1.0F);
    const figure::Point pointer { 80.0F, -30.0F }; // from the middle
    camera.zoom(4.0F, pointer);
    camera.advance(Seconds(10.0F));
    const Projection after = camera.projection(kScene, 1.0F);
    ASSERT_GT(after.pixels_per_unit, 1.5F * before.pixels_per_unit);
    const float world = (400.0F + pointer.x - before.origin.x) / before.pixels_per_unit;
    EXPECT_NEAR(after.origin.x + world * after.pixels_per_unit, 400.0F + pointer.x, 0.01F);
}

TEST(Camera, ZoomIsEasedAndResetGoesBack)
{
    Camera camera;
    const float before = camera.magnification();
    camera.zoom(4.0F, {});
    EXPECT_FLOAT_EQ(camera.magnification(), before) << "not at once";
    camera.advance(Seconds(0.15F));
    EXPECT_GT(camera.magnification(), 1.6F);
    camera.pan({ 30.0F, 5.0F });
    camera.reset();
    camera.advance(Seconds(10.0F));
    EXPECT_NEAR(camera.magnification(), 1.0F, 1e-4F);
    EXPECT_NEAR(camera.projection(kScene, 1.0F).origin.x, 400.0F, 0.01F);
}

TEST(ArrayScene, StaysWithinTheScene)
{
    for (const std::size_t elements : { 1U, 8U, 256U, 1000U, 12288U }) {
        const auto snapshot = sample_array(elements);
        ArrayScene scene;
        scene.advance(*snapshot->array, Seconds(0));
        const figure::DrawList list = scene.picture(*snapshot->array, kScene, figure::make_style(figure::Theme::dark, 1.0F));
        std::size_t boxes = 0;
        for (const figure::Item& item : list.items) {
            const auto* box = std::get_if<figure::Box>(&item);
            if (box == nullptr)
                continue;
            ++boxes;
            EXPECT_GE(box->rect.x, kScene.x);
            EXPECT_LE(box->rect.right(), kScene.right());
            EXPECT_GE(box->rect.y, kScene.y);
            EXPECT_LE(box->rect.bottom(), kScene.bottom());
        }
        EXPECT_GE(boxes, elements);
    }
}

TEST(ArrayScene, ValuesEase)
{
    const auto style = figure::make_style(figure::Theme::dark, 1.0F);
    session::ArrayFrame frame;
    frame.values = { 0, 1000 };
    frame.known = { true, true };
    frame.touched = { session::Touch::none, session::Touch::none };
    ArrayScene scene;
    scene.advance(frame, Seconds(0));
    EXPECT_FALSE(scene.moving()) << "the first content stands at once";
    frame.values = { 1000, 0 };
    scene.advance(frame, Seconds(0.03F));
    EXPECT_TRUE(scene.moving());
    const float on_the_way = tallest_box(scene.picture(frame, kScene, style));
    scene.advance(frame, Seconds(2.0F));
    EXPECT_FALSE(scene.moving());
    EXPECT_GT(tallest_box(scene.picture(frame, kScene, style)), on_the_way);
}

TEST(ArrayScene, ReadAndWrittenDifferInShape)
{
    const auto style = figure::make_style(figure::Theme::dark, 1.0F);
    const auto shapes = [&](session::Touch touch) {
        session::ArrayFrame frame;
        frame.values = { 5 };
        frame.known = { true };
        frame.touched = { touch };
        ArrayScene scene;
        scene.advance(frame, Seconds(0));
        std::size_t outlines = 0;
        std::size_t fills = 0;
        for (const figure::Item& item : scene.picture(frame, kScene, style).items)
            if (const auto* box = std::get_if<figure::Box>(&item)) {
                outlines += box->outline.has_value() ? 1U : 0U;
                fills += box->fill.has_value() ? 1U : 0U;
            }
        return std::pair(outlines, fills);
    };
    EXPECT_EQ(shapes(session::Touch::none), std::pair(std::size_t { 0 }, std::size_t { 1 }));
    EXPECT_EQ(shapes(session::Touch::read), std::pair(std::size_t { 1 }, std::size_t { 1 }));
    EXPECT_EQ(shapes(session::Touch::written), std::pair(std::size_t { 0 }, std::size_t { 2 }));
}

TEST(FrameClock, CountsFramesOfTheLastHalfSecond)
{
    using std::chrono_literals::operator""ms;

    FrameClock clock;
    FrameClock::Time now {};
    for (int i = 0; i <= 60; ++i) {
        clock.begin_frame(now);
        now += 10ms;
    }
    EXPECT_FLOAT_EQ(clock.frames_per_second(), 100.0F);
}

TEST(FrameClock, NothingLeapsAfterAPause)
{
    using std::chrono_literals::operator""s;

    FrameClock clock;
    clock.begin_frame(FrameClock::Time {});
    EXPECT_LE(clock.begin_frame(FrameClock::Time { 60s }).count(), 0.1F);
}

} // namespace
} // namespace warpstage::stage

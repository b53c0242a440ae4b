#include "app/stage/context/surface.h"
#include "app/stage/render/frame_time.h"
#include "app/stage/scene/camera.h"
#include "app/stage/scene/particle_look.h"
#include "app/stage/scene/scene.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string_view>

namespace warpstage::stage {
namespace {

constexpr draw::Rect kScene { 100, 50, 600, 400 };

TEST(Camera, TheRegionFillsTheScene)
{
    const Projection projection = Camera().projection(kScene, 2.0F);
    EXPECT_FLOAT_EQ(projection.origin.x, 400.0F);
    EXPECT_FLOAT_EQ(projection.origin.y, 250.0F);
    EXPECT_GT(projection.pixels_per_unit, 0.9F * 100.0F);
    EXPECT_LT(projection.pixels_per_unit, 100.0F);
}

TEST(Camera, ZoomKeepsThePointUnderThePointer)
{
    Camera camera;
    const Projection before = camera.projection(kScene, 1.0F);
    const draw::Point pointer { 80.0F, -30.0F }; // from the center
    camera.zoom(4.0F, pointer);
    camera.advance(Seconds(10.0F));
    const Projection after = camera.projection(kScene, 1.0F);
    ASSERT_GT(after.pixels_per_unit, 1.5F * before.pixels_per_unit);
    const float world = (400.0F + pointer.x - before.origin.x) / before.pixels_per_unit;
    EXPECT_NEAR(after.origin.x + world * after.pixels_per_unit, 400.0F + pointer.x, 0.01F);
}

TEST(Camera, ZoomIsEasedAndReset)
{
    Camera camera;
    const float before = camera.magnification();
    camera.zoom(4.0F, {});
    EXPECT_FLOAT_EQ(camera.magnification(), before) << "not immediately";
    camera.advance(Seconds(0.15F));
    EXPECT_GT(camera.magnification(), 1.6F);
    camera.pan({ 30.0F, 5.0F });
    camera.reset();
    camera.advance(Seconds(10.0F));
    EXPECT_NEAR(camera.magnification(), 1.0F, 1e-4F);
    EXPECT_NEAR(camera.projection(kScene, 1.0F).origin.x, 400.0F, 0.01F);
}

TEST(Camera, A3DWorldRotatesUntilTheUserOrbitsIt)
{
    Camera camera;
    const auto before = camera.axes();
    camera.turn_slowly(Seconds(1.0F));
    const auto turned = camera.axes();
    EXPECT_NE(before.right[0], turned.right[0]);
    camera.orbit({ 20.0F, -10.0F });
    const auto orbited = camera.axes();
    EXPECT_NE(orbited.right[0], turned.right[0]);
    camera.turn_slowly(Seconds(1.0F));
    EXPECT_EQ(camera.axes().right, orbited.right) << "it keeps its orientation";
    camera.reset();
    EXPECT_EQ(camera.axes().right, before.right);
}

TEST(Camera, AxesStayPerpendicularAndOfLengthOne)
{
    Camera camera;
    for (int i = 0; i < 50; ++i) {
        camera.orbit({ 37.0F, static_cast<float>(i % 7) - 3.0F });
        const auto [right, up, towards] = camera.axes();
        const auto dot = [](const std::array<float, 3>& a, const std::array<float, 3>& b) {
            return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        };
        EXPECT_NEAR(dot(right, right), 1.0F, 1e-5F);
        EXPECT_NEAR(dot(up, up), 1.0F, 1e-5F);
        EXPECT_NEAR(dot(towards, towards), 1.0F, 1e-5F);
        EXPECT_NEAR(dot(right, up), 0.0F, 1e-5F);
        EXPECT_NEAR(dot(right, towards), 0.0F, 1e-5F);
        EXPECT_NEAR(dot(up, towards), 0.0F, 1e-5F);
    }
}

TEST(Scenes, TheStageDrawsScenesThatNoViewBuilds)
{
    const auto surface = open_offscreen_surface({ 16, 16 });
    if (!surface)
        GTEST_SKIP() << surface.error().message;
    const auto scenes = make_scenes(std::filesystem::path(WARPSTAGE_SOURCE) / "shaders");
    ASSERT_TRUE(scenes) << scenes.error().message;
    std::set<std::string_view> drawn;
    for (const auto& [view, scene] : *scenes)
        if (scene != nullptr)
            drawn.insert(view);
    std::set<std::string_view> without_builder;
    for (const views::View& view : views::all_views())
        if (view.place == views::Place::scene && view.build == nullptr)
            without_builder.insert(view.id);
    EXPECT_EQ(drawn, without_builder);
}

TEST(WrongBody, IsMarkedWhereItIsDrawn)
{
    ParticleView view;
    view.projection = { { 400.0F, 250.0F }, 100.0F };
    const auto flat = BodyProjection(view).of({ 1.0F, 0.5F, 0.0F }).at;
    EXPECT_FLOAT_EQ(flat.x, 500.0F);
    EXPECT_FLOAT_EQ(flat.y, 200.0F);
    view.axes = Camera::Axes {};
    const auto near = BodyProjection(view).of({ 1.0F, 0.5F, 1.4F }).at; // halfway to the eye
    EXPECT_FLOAT_EQ(near.x, 600.0F);
    EXPECT_FLOAT_EQ(near.y, 150.0F);
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

TEST(FrameClock, NothingJumpsAfterAPause)
{
    using std::chrono_literals::operator""s;

    FrameClock clock;
    clock.begin_frame(FrameClock::Time {});
    EXPECT_LE(clock.begin_frame(FrameClock::Time { 60s }).count(), 0.1F);
}

} // namespace
} // namespace warpstage::stage

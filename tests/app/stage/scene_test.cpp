#include "app/stage/render/frame_time.h"
#include "app/stage/scene/array.h"
#include "app/stage/scene/camera.h"
#include "app/stage/scene/lane_strip.h"
#include "app/stage/scene/particle_look.h"
#include "tests/app/stage/sample_snapshot.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::stage {
namespace {

constexpr draw::Rect kScene { 100, 50, 600, 400 };

float tallest_box(const draw::DrawList& list)
{
    float tallest = 0.0F;
    for (const draw::Item& item : list.items)
        if (const auto* box = std::get_if<draw::Box>(&item))
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
    const draw::Point pointer { 80.0F, -30.0F }; // from the middle
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

TEST(Camera, AWorldInSpaceTurnsUntilSomebodyOrbitsIt)
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
    EXPECT_EQ(camera.axes().right, orbited.right) << "it stands as it was put";
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

TEST(ParticleColors, TheLegendSaysWhatTheColoursMean)
{
    session::ParticleFrame frame;
    frame.threads = 256;
    frame.bodies_a_thread = 4;
    const auto style = draw::make_style(draw::Theme::dark, 1.0F);
    const auto words = [&](Coloring coloring, std::size_t every) {
        const auto list = particle_legend(frame, coloring, every, 3, kScene, style);
        for (const draw::Item& item : list.items) {
            if (const auto* box = std::get_if<draw::Box>(&item)) {
                EXPECT_GE(box->rect.x, kScene.x);
                EXPECT_LE(box->rect.bottom(), kScene.bottom());
            }
        }
        return std::get<draw::Text>(list.items.back()).text;
    };
    EXPECT_EQ(words(Coloring::speed, 1), "colour: speed, slow to fast");
    EXPECT_EQ(words(Coloring::block, 1), "colour: block of 1024 bodies; block 3 is the one recorded");
    EXPECT_EQ(words(Coloring::thread, 16), "hue: warp, shade: lane; block 3 is the one recorded · one of 16 bodies is drawn");
    EXPECT_EQ(next_coloring(next_coloring(next_coloring(Coloring::speed))), Coloring::speed);
}

TEST(ArrayScene, AMillionElementsShareBars)
{
    const auto snapshot = sample_array(1U << 20U);
    ArrayScene scene;
    scene.advance(*snapshot->scene->array, Seconds(0));
    const auto list = scene.picture(*snapshot->scene->array, kScene, draw::make_style(draw::Theme::dark, 1.0F));
    EXPECT_LT(list.items.size(), 70'000U);
    EXPECT_GT(list.items.size(), 10'000U);
}

TEST(ArrayScene, LanesCarryElementsAlongCurves)
{
    session::ArrayFrame frame;
    frame.values = { 1, 2, 3, 4 };
    frame.known = { true, true, true, true };
    frame.touched.resize(4);
    frame.edges = { { 2, 0 }, { 0, 0 }, { 3, 1 }, { 1, 1 } };
    ArrayScene scene;
    scene.advance(frame, Seconds(0));
    std::size_t curves = 0;
    std::string words;
    for (const draw::Item& item : scene.picture(frame, kScene, draw::make_style(draw::Theme::dark, 1.0F)).items) {
        curves += std::holds_alternative<draw::Polyline>(item) ? 1U : 0U;
        if (const auto* text = std::get_if<draw::Text>(&item))
            words += text->text;
    }
    EXPECT_EQ(curves, 2U) << "an element that stays where it is needs none";
    EXPECT_NE(words.find("s[i] and s[i + 2] go to s[i], in 2 lanes"), std::string::npos) << words;
}

TEST(ArrayScene, MarksTheThreadThatComputesAWrongElement)
{
    session::ArrayFrame frame;
    frame.values = { 1, 2, 3, 4 };
    frame.known = { true, true, true, true };
    frame.touched.resize(4);
    frame.working = { 0xffff'ffff, 0xffff'ffff };
    session::WrongElement element { { .buffer = "sums", .index = 1, .found = "0", .expected = "7" },
        session::WrongElement::Thread { { 0, 0, 0 }, 1, 9 } };
    ArrayScene scene;
    scene.advance(frame, Seconds(0));
    const auto style = draw::make_style(draw::Theme::dark, 1.0F);
    const auto last_words = [&] {
        const auto list = scene.picture(frame, kScene, style, &element);
        return std::get<draw::Text>(list.items.back()).text;
    };
    EXPECT_EQ(last_words(), "sums[1]: 0 instead of 7, by lane 9 of warp 1");
    const auto place = place_in_lane_strip(frame, 1, 9, { 100, 400, 640, 40 }, style);
    ASSERT_TRUE(place);
    EXPECT_GT(place->x, 100.0F + 640.0F / 2);
    EXPECT_FALSE(place_in_lane_strip(frame, 2, 0, { 100, 400, 640, 40 }, style));
    element.thread.reset();
    EXPECT_EQ(last_words(), "sums[1]: 0 instead of 7");
}

TEST(WrongBody, StandsWhereItIsDrawn)
{
    ParticleView view;
    view.projection = { { 400.0F, 250.0F }, 100.0F };
    const auto flat = BodyProjection(view).of({ 1.0F, 0.5F, 0.0F }).at;
    EXPECT_FLOAT_EQ(flat.x, 500.0F);
    EXPECT_FLOAT_EQ(flat.y, 200.0F);
    view.axes = Camera::Axes {};
    const auto near = BodyProjection(view).of({ 1.0F, 0.5F, 1.4F }).at; // half of the way to the eye
    EXPECT_FLOAT_EQ(near.x, 600.0F);
    EXPECT_FLOAT_EQ(near.y, 150.0F);
}

TEST(LaneStrip, SaysWhoWorksAndWhoIsIdle)
{
    session::ArrayFrame frame;
    const auto style = draw::make_style(draw::Theme::dark, 1.0F);
    EXPECT_EQ(lane_strip_height(frame, style), 0.0F) << "nothing is known of the threads";
    frame.working = { 0xffff'ffff, 0x0000'00ff };
    frame.warp = 1;
    frame.active = 0x0f;
    frame.pass = 2;
    draw::DrawList list { { 700, 450 }, {} };
    add_lane_strip(list, frame, kScene, style);
    std::size_t executing = 0;
    for (const draw::Item& item : list.items)
        if (const auto* box = std::get_if<draw::Box>(&item))
            executing += box->fill && box->fill->r == style.orange.r && box->fill->g == style.orange.g ? 1U : 0U;
    EXPECT_EQ(executing, 4U);
    EXPECT_EQ(std::get<draw::Text>(list.items.back()).text,
        "40 of 64 threads touch memory in pass 2; tall: lanes that execute this step");
}

TEST(ArrayScene, StaysWithinTheScene)
{
    for (const std::size_t elements : { 1U, 8U, 256U, 1000U, 12288U }) {
        const auto snapshot = sample_array(elements);
        ArrayScene scene;
        scene.advance(*snapshot->scene->array, Seconds(0));
        const draw::DrawList list = scene.picture(*snapshot->scene->array, kScene, draw::make_style(draw::Theme::dark, 1.0F));
        std::size_t boxes = 0;
        for (const draw::Item& item : list.items) {
            const auto* box = std::get_if<draw::Box>(&item);
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
    const auto style = draw::make_style(draw::Theme::dark, 1.0F);
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
    const auto style = draw::make_style(draw::Theme::dark, 1.0F);
    const auto shapes = [&](session::Touch touch) {
        session::ArrayFrame frame;
        frame.values = { 5 };
        frame.known = { true };
        frame.touched = { touch };
        ArrayScene scene;
        scene.advance(frame, Seconds(0));
        std::size_t outlines = 0;
        std::size_t fills = 0;
        for (const draw::Item& item : scene.picture(frame, kScene, style).items)
            if (const auto* box = std::get_if<draw::Box>(&item)) {
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

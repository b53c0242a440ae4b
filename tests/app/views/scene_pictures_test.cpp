// The scenes that the stage draws frame by frame.
#include "app/views/scenes/array_scene.h"
#include "app/views/scenes/lane_strip.h"
#include "app/views/scenes/scene_words.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::views {
namespace {

constexpr draw::Rect kScene { 100, 50, 600, 400 };

session::ArrayFrame sample_array(std::size_t elements)
{
    session::ArrayFrame frame;
    for (std::size_t i = 0; i < elements; ++i) {
        frame.values.push_back(static_cast<std::int64_t>(i * 37 % 101) * (i % 16 == 0 ? 64 : 1));
        frame.known.push_back(i % 8 != 7);
        frame.touched.push_back(i % 16 == 0 ? session::Touch::written
                : i % 16 == 8               ? session::Touch::read
                                            : session::Touch::none);
    }
    frame.steps = 10;
    return frame;
}

float tallest_box(const draw::DrawList& list)
{
    float tallest = 0.0F;
    for (const draw::Item& item : list.items)
        if (const auto* box = std::get_if<draw::Box>(&item))
            tallest = std::max(tallest, box->rect.height);
    return tallest;
}

TEST(ParticleColors, TheLegendExplainsTheColors)
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
    EXPECT_APPROVED(words(Coloring::speed, 1));
    EXPECT_APPROVED(words(Coloring::block, 1));
    EXPECT_APPROVED(words(Coloring::thread, 16));
    EXPECT_EQ(next_coloring(next_coloring(next_coloring(Coloring::speed))), Coloring::speed);
}

TEST(ArrayScene, AMillionElementsShareBars)
{
    const auto frame = sample_array(1U << 20U);
    ArrayScene scene;
    scene.advance(frame, Seconds(0));
    const auto list = scene.picture(frame, kScene, draw::make_style(draw::Theme::dark, 1.0F));
    EXPECT_LT(list.items.size(), 70'000U);
    EXPECT_GT(list.items.size(), 10'000U);
}

TEST(ArrayScene, ValuesThatWouldOverlapAreOmitted)
{
    for (const std::int64_t value : { std::int64_t { 7 }, std::int64_t { 7912'345 } }) {
        auto frame = sample_array(16);
        std::ranges::fill(frame.values, value);
        ArrayScene scene;
        scene.advance(frame, Seconds(0));
        const auto list = scene.picture(frame, kScene, draw::make_style(draw::Theme::dark, 1.0F));
        EXPECT_EQ(std::ranges::any_of(list.items,
                      [&](const draw::Item& item) {
                          const auto* text = std::get_if<draw::Text>(&item);
                          return text != nullptr && text->text == std::to_string(value);
                      }),
            value == 7);
    }
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
    EXPECT_EQ(curves, 2U) << "an element that is not moved needs no curve";
    EXPECT_NE(words.find("s[i] and s[i + 2] combined into s[i] by 2 lanes"), std::string::npos) << words;
}

TEST(ArrayScene, AGroupOfLanesHasTwoCurves)
{
    for (const std::uint32_t stride : { 8U, 16U, 32U, 64U, 128U }) {
        session::ArrayFrame frame;
        frame.values.assign(256, 1);
        frame.known.assign(256, true);
        frame.touched.resize(256);
        const std::uint32_t lanes = std::min(stride, 32U);
        for (std::uint32_t lane = 0; lane < lanes; ++lane) {
            frame.edges.push_back({ lane + stride, lane });
            frame.edges.push_back({ lane, lane });
        }
        ArrayScene scene;
        scene.advance(frame, Seconds(0));
        std::size_t curves = 0;
        std::size_t heads = 0;
        for (const draw::Item& item : scene.picture(frame, kScene, draw::make_style(draw::Theme::dark, 1.0F)).items) {
            curves += std::holds_alternative<draw::Polyline>(item) ? 1U : 0U;
            heads += std::holds_alternative<draw::Polygon>(item) ? 1U : 0U;
        }
        EXPECT_EQ(curves, 2U) << stride << ": of the first and the last lane";
        EXPECT_EQ(heads, lanes) << stride;
    }
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
    EXPECT_APPROVED(last_words());
    const auto place = place_in_lane_strip(frame, 1, 9, { 100, 400, 640, 40 }, style);
    ASSERT_TRUE(place);
    EXPECT_GT(place->x, 100.0F + 640.0F / 2);
    EXPECT_FALSE(place_in_lane_strip(frame, 2, 0, { 100, 400, 640, 40 }, style));
    element.thread.reset();
    EXPECT_EQ(last_words(), "sums[1]: 0 instead of 7");
}

TEST(LaneStrip, ShowsActiveAndIdleThreads)
{
    session::ArrayFrame frame;
    const auto style = draw::make_style(draw::Theme::dark, 1.0F);
    EXPECT_EQ(lane_strip_height(frame, style), 0.0F) << "the threads are unknown";
    frame.working = { 0xffff'ffff, 0x0000'00ff };
    frame.warp = 1;
    frame.active = 0x0f;
    frame.iteration = 2;
    draw::DrawList list { { 700, 450 }, {} };
    add_lane_strip(list, frame, kScene, style);
    std::size_t executing = 0;
    for (const draw::Item& item : list.items)
        if (const auto* box = std::get_if<draw::Box>(&item))
            executing += box->fill && box->fill->r == style.orange.r && box->fill->g == style.orange.g ? 1U : 0U;
    EXPECT_EQ(executing, 4U);
    EXPECT_APPROVED(std::get<draw::Text>(list.items.back()).text);
}

TEST(ArrayScene, StaysWithinTheScene)
{
    for (const std::size_t elements : { 1U, 8U, 256U, 1000U, 12288U }) {
        const auto frame = sample_array(elements);
        ArrayScene scene;
        scene.advance(frame, Seconds(0));
        const draw::DrawList list = scene.picture(frame, kScene, draw::make_style(draw::Theme::dark, 1.0F));
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

TEST(ArrayScene, ValuesAreAnimated)
{
    const auto style = draw::make_style(draw::Theme::dark, 1.0F);
    session::ArrayFrame frame;
    frame.values = { 0, 1000 };
    frame.known = { true, true };
    frame.touched = { session::Touch::none, session::Touch::none };
    ArrayScene scene;
    scene.advance(frame, Seconds(0));
    EXPECT_FALSE(scene.moving()) << "the first content is shown at once";
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

} // namespace
} // namespace warpstage::views

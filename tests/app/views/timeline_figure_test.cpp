#include "app/views/timeline/timeline_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/actions.h"
#include "tests/app/views/snapshots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace warpstage::views {
namespace {

constexpr Size kSize { 400, 120 };

class Timeline : public ::testing::Test {
protected:
    session::Snapshot m_snapshot = testing::played();
    Style m_style = make_style(Theme::dark, 1.0F);

    [[nodiscard]] TimelineInput input() const
    {
        return { &m_snapshot.run->recording->trace, &m_snapshot.run->recording->timeline, &m_snapshot.run->assessment->wasteful,
            {}, 0 };
    }
};

TEST_F(Timeline, StaysInsideAndTextsDoNotOverlap)
{
    for (const float scale : { 1.0F, 1.5F, 2.0F })
        for (const Size size : { Size { 400, 120 }, Size { 200, 60 }, Size { 900, 400 }, Size { 60, 20 } }) {
            TimelineInput shown = input();
            shown.step = 100;
            const DrawList picture = timeline_figure(shown, size, make_style(Theme::light, scale));
            EXPECT_TRUE(draw::testing::outside_items(picture).empty()) << size.width << " at " << scale;
            EXPECT_TRUE(draw::testing::colliding_texts(picture).empty()) << size.width << " at " << scale;
        }
}

TEST_F(Timeline, EveryWarpCanBePointedAtWithItsInstructions)
{
    const auto places = testing::places_of<session::SeekPlayback>(timeline_figure(input(), kSize, m_style));
    std::set<std::uint32_t> warps;
    for (const auto& place : places) {
        warps.insert(m_snapshot.run->recording->trace.steps[*place.command.step.value()].warp);
        EXPECT_TRUE(draw::testing::inside(place.rect, { 0, 0, kSize.width, kSize.height }, 0.1F));
    }
    EXPECT_EQ(warps.size(), m_snapshot.run->recording->trace.warps);
    // Time advances along a row.
    for (std::size_t i = 1; i < places.size(); ++i)
        if (places[i].rect.y == places[i - 1].rect.y) {
            EXPECT_GE(*places[i].command.step.value(), *places[i - 1].command.step.value());
            EXPECT_GT(places[i].rect.x, places[i - 1].rect.x);
        }
}

TEST_F(Timeline, TheCurrentInstructionIsMarkedInItsWarp)
{
    EXPECT_EQ(draw::testing::count_color(timeline_figure(input(), kSize, m_style), m_style.text), 0U);
    TimelineInput shown = input();
    shown.step = 40;
    const DrawList picture = timeline_figure(shown, kSize, m_style);
    EXPECT_EQ(draw::testing::count_color(picture, m_style.text), 2U) << "a line through all warps, a point on one";
    // The target of the instruction is below the line.
    for (const Item& item : picture.items)
        if (const auto* circle = std::get_if<Circle>(&item)) {
            bool found = false;
            const DrawList figure = timeline_figure(input(), kSize, m_style);
            for (const auto& place : testing::places_of<session::SeekPlayback>(figure))
                found = found || (place.rect.contains(circle->center) && place.command.step == std::size_t { 40 });
            EXPECT_TRUE(found);
        }
}

TEST_F(Timeline, ExcessIsMarkedOnlyIfEvaluated)
{
    const Color waste = Color { m_style.vermilion };
    EXPECT_GT(draw::testing::count_color(timeline_figure(input(), kSize, m_style), waste), 0U);
    TimelineInput unjudged = input();
    unjudged.wasteful = nullptr;
    EXPECT_EQ(draw::testing::count_color(timeline_figure(unjudged, kSize, m_style), waste), 0U);
}

std::size_t strokes_of(const DrawList& picture, Color color)
{
    return static_cast<std::size_t>(std::ranges::count_if(picture.items, [&](const Item& item) {
        const auto* line = std::get_if<Line>(&item);
        return line != nullptr && line->color == color;
    }));
}

TEST_F(Timeline, TheMarksAreExplained)
{
    const DrawList picture = timeline_figure(input(), { 700, 160 }, m_style);
    for (const char* words : { "active lanes", "excess", "warp waits" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
    EXPECT_FALSE(draw::testing::says(picture, "not recorded")) << "everything is recorded";
    EXPECT_FALSE(draw::testing::says(timeline_figure(input(), { 700, 60 }, m_style), "active lanes")) << "no space";
}

TEST_F(Timeline, WhatWasNotRecordedIsHatched)
{
    const std::size_t whole = strokes_of(timeline_figure(input(), { 700, 160 }, m_style), m_style.secondary);
    session::Recording half = *m_snapshot.run->recording;
    half.trace.steps_seen = 2 * half.trace.steps.size();
    m_snapshot.run.edit().recording = std::make_shared<session::Recording>(std::move(half));
    const DrawList picture = timeline_figure(input(), { 700, 160 }, m_style);
    EXPECT_GT(strokes_of(picture, m_style.secondary), whole);
    EXPECT_TRUE(draw::testing::says(picture, "not recorded"));
    EXPECT_TRUE(draw::testing::outside_items(picture).empty());
}

TEST_F(Timeline, AnEmptyTraceHasAMessage)
{
    const trace::Trace trace;
    const analysis::BlockTimeline timeline = analysis::block_timeline(trace);
    EXPECT_TRUE(draw::testing::says(timeline_figure({ &trace, &timeline, nullptr, {}, 0 }, kSize, m_style), "nothing recorded"));
    EXPECT_TRUE(timeline_figure({ &trace, &timeline, nullptr, {}, 0 }, kSize, m_style).targets.empty());
}

// The right end of the last cell.
float end_of_cells(const DrawList& picture)
{
    float end = 0.0F;
    for (const Target& target : picture.targets)
        end = std::max(end, target.rect.right());
    return end;
}

TEST(TimelineFigure, TwoTimelinesHaveOneScale)
{
    const auto snapshot = testing::played();
    const auto& recording = *snapshot.run->recording;
    analysis::BlockTimeline half = recording.timeline;
    half.length /= 2;
    for (auto& warp : half.warps)
        warp.resize(half.length);
    for (auto& lanes : half.lanes)
        lanes.resize(half.length);
    for (auto& end : half.ends)
        end = std::min(end, half.length);
    half.meetings.clear();
    TimelineInput longer { &recording.trace, &recording.timeline };
    TimelineInput shorter { &recording.trace, &half };
    const Style style = make_style(Theme::dark, 1.0F);
    const Size size { 700, 200 };
    const float whole = end_of_cells(timeline_figure(longer, size, style));
    longer.beside = &shorter;
    shorter.beside = &longer;
    const float left = timeline_figure(shorter, size, style).targets.front().rect.x;
    EXPECT_FLOAT_EQ(end_of_cells(timeline_figure(longer, size, style)), whole);
    EXPECT_NEAR((end_of_cells(timeline_figure(shorter, size, style)) - left) / (whole - left), 0.5F, 0.02F);
}

} // namespace
} // namespace warpstage::views

// The times of a step and of the last steps.
#include "app/views/timings/timings_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/snapshots.h"

#include <gtest/gtest.h>

namespace warpstage::views {
namespace {

using namespace std::chrono_literals;

TEST(TimingsFigure, ItemsWithoutARowAreSummed)
{
    TimingsInput input;
    for (int i = 0; i < 40; ++i)
        input.works.push_back({ "kernel", false, { 1ms, 1ms, 1ms, 10 } });
    const DrawList picture = timings_figure(input, { 520, 200 }, dark());
    EXPECT_TRUE(draw::testing::says(picture, " more"));
    EXPECT_TRUE(draw::testing::says(picture, "median of 10"));
    EXPECT_TRUE(draw::testing::outside_items(picture).empty());
}

TEST(TimingsFigure, HostCodeIsNotEmulated)
{
    TimingsInput input;
    input.source = TimeSource::emulated;
    input.works = { { "host step", true, { 1ms, 1ms, 1ms, 10 } } };
    EXPECT_FALSE(draw::testing::says(timings_figure(input, { 520, 200 }, dark()), "emulated"));
    input.works.push_back({ "kernel", false, { 1ms, 1ms, 1ms, 10 } });
    EXPECT_TRUE(draw::testing::says(timings_figure(input, { 520, 200 }, dark()), "emulated"));
}

// Without the registers it is an upper bound and is labeled as one.
TEST(VariantsView, TheOccupancyIsThatOfTheRecordedKernelAndTheChosenArchitecture)
{
    session::Snapshot snapshot = testing::reduction_with_conflict();
    auto run = *snapshot.run;
    auto recording = std::make_shared<session::Recording>(*run.recording);
    recording->block_size = { 256, 1, 1 };
    recording->shared_bytes = 100 * 1024;
    run.recording = recording;
    snapshot.run.replace(run);
    const auto says = [&](Rect panel, std::string_view words) {
        return draw::testing::says(testing::build_view("variants", snapshot, {}, panel, dark()), words);
    };
    const Rect wide { 0, 0, 800, 700 };
    EXPECT_TRUE(says(wide, "occupancy ≤ 25\u2009%, limited by shared memory (registers ignored)"));
    EXPECT_TRUE(says({ 0, 0, 300, 700 }, "occupancy ≤ 25\u2009%")) << "as wide as in a window of 1280 x 720";
    run.traits = &arch::traits_of({ 1, 3 });
    snapshot.run.replace(run);
    EXPECT_TRUE(says(wide, "a block"));
}

TEST(TimingsFigure, ShowsNumberAndKindOfSamples)
{
    const auto says = [](session::TimingSummary timing, const char* words) {
        TimingsInput input;
        input.works = { { "kernel", false, timing } };
        return draw::testing::says(timings_figure(input, { 620, 200 }, dark()), words);
    };
    using engine::Sampling;
    EXPECT_TRUE(says({ 1ms, 1ms, 1ms, 21, Sampling::quiet_series }, "21 samples"));
    EXPECT_TRUE(says({ 1ms, 1ms, 1ms, 1, Sampling::quiet_step }, "1 sample"));
    EXPECT_TRUE(says({ 9s, 9s, 9s, 3, Sampling::while_drawing }, "while drawing"));
    EXPECT_FALSE(says({ 1ms, 1ms, 1ms, 21, Sampling::every_step }, "quiet"));
}

float longest_bar(const DrawList& picture, Color color)
{
    float longest = 0.0F;
    for (const Item& item : picture.items)
        if (const auto* box = std::get_if<Box>(&item); box != nullptr && box->fill == color)
            longest = std::max(longest, box->rect.width);
    return longest;
}

TEST(TimingsFigure, TheAxisIgnoresSmallChanges)
{
    TimingsInput input;
    input.works = { { "kernel", false, { 150us, 160us, 170us, 10 } } };
    const float before = longest_bar(timings_figure(input, { 520, 200 }, dark()), dark().orange);
    input.works[0].timing.median = 176us;
    const float after = longest_bar(timings_figure(input, { 520, 200 }, dark()), dark().orange);
    EXPECT_NEAR(after / before, 1.1F, 0.01F) << "10 % more time is 10 % more bar on the same axis";
}

TEST(VariantsView, ThroughputIsComparedWithTheLimit)
{
    session::Snapshot snapshot = testing::nbody_on_gpu();
    snapshot.timing.edit().merit = 3.2e12;
    snapshot.timing.edit().merit_unit = "B/s";
    const Rect panel { 0, 0, 600, 700 };
    EXPECT_FALSE(draw::testing::says(testing::build_view("variants", snapshot, {}, panel, dark()), "% of"));
    snapshot.timing.edit().merit_limit = 4.0e12;
    snapshot.timing.edit().limit_name = "copy";
    const DrawList picture = testing::build_view("variants", snapshot, {}, panel, dark());
    EXPECT_TRUE(draw::testing::says(picture, "80 % of copy (4.00\u2009TB/s)")) << "both numbers";
    EXPECT_TRUE(draw::testing::outside_items(picture).empty());
}

TEST(HistoryFigure, MarksEachSwitchWithTheVariantsKey)
{
    HistoryInput input;
    for (int i = 0; i < 60; ++i)
        input.points.push_back({ 200us, i < 30 ? 0U : 4U });
    input.variant = 4;
    const DrawList picture = history_figure(input, { 520, 80 }, dark());
    const std::vector<Text> texts = draw::testing::texts_of(picture);
    EXPECT_TRUE(std::any_of(texts.begin(), texts.end(), [](const Text& text) { return text.text == "5"; }));
    EXPECT_EQ(draw::testing::count_color(picture, dark().orange), 1U) << "the current variant's part of the line";
    EXPECT_EQ(draw::testing::count_color(picture, dark().blue), 1U);
}

TEST(HistoryFigure, TheAxisIgnoresSmallChanges)
{
    const auto labels = [](std::chrono::nanoseconds time) {
        HistoryInput input;
        input.points.assign(50, { time, 0 });
        std::vector<std::string> words;
        for (const Text& text : draw::testing::texts_of(history_figure(input, { 520, 80 }, dark())))
            words.push_back(text.text);
        return words;
    };
    EXPECT_EQ(labels(270us), labels(310us));
    EXPECT_NE(labels(270us), labels(900us));
}

} // namespace
} // namespace warpstage::views

// All variants of a lesson on one axis of time.
#include "app/views/timings/present_time.h"
#include "app/views/timings/time_scale.h"
#include "app/views/timings/time_words.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/views/actions.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/snapshots.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::views {
namespace {

using namespace std::chrono_literals;

// Variants on a GPU with these times.
session::Snapshot variants_with(const std::vector<std::chrono::nanoseconds>& times, std::size_t present = 0)
{
    session::Snapshot snapshot = testing::nbody_on_gpu();
    auto& setup = snapshot.setup.edit();
    auto& timing = snapshot.timing.edit();
    setup.variants.clear();
    timing.variants.clear();
    for (std::size_t i = 0; i < times.size(); ++i) {
        setup.variants.push_back({ "v" + std::to_string(i), "variant " + std::to_string(i + 1), {}, false });
        session::VariantTiming timed { { times[i], times[i], times[i], 9 }, 0.0, false };
        timed.speed_up = static_cast<double>(times[0].count()) / static_cast<double>(times[i].count());
        timing.variants.push_back(timed);
    }
    setup.variant = present;
    timing.works.clear();
    return snapshot;
}

// The bars of a color, from top to bottom.
std::vector<Rect> bars_of(const DrawList& picture, Color color)
{
    std::vector<Rect> bars;
    for (const Item& item : picture.items)
        if (const auto* box = std::get_if<Box>(&item); box != nullptr && box->fill == color && box->rect.height < 14.0F)
            bars.push_back(box->rect);
    return bars;
}

DrawList draw(const session::Snapshot& snapshot, Size size = { 400, 420 }, WindowState window = { { 1920, 1080 } })
{
    return testing::build_view("variants", snapshot, window, { 0, 0, size.width, size.height }, dark());
}

TEST(VariantsView, TheAxisIsDrawnAndRowsSpread)
{
    for (std::size_t count = 1; count <= 20; ++count)
        for (const float height : { 300.0F, 420.0F, 560.0F }) {
            const auto snapshot = variants_with(std::vector<std::chrono::nanoseconds>(count, 1640us));
            const DrawList picture = draw(snapshot, { 400, height });
            EXPECT_TRUE(draw::testing::colliding_texts(picture).empty()) << count << " variants in " << height;
            // Unless all variants are shown, the rows leave no room for another one.
            const bool all = draw::testing::says(picture, "variant " + std::to_string(count));
            float last = 0.0F;
            for (const auto& place : testing::places_of<session::SelectVariant>(picture))
                last = std::max(last, place.rect.bottom());
            // The axis comes after the rows, and the words about the present variant after the axis.
            const bool axis = draw::testing::says(picture, "linear");
            EXPECT_TRUE(axis || all) << count << " variants in " << height;
            if (!axis || !all) {
                EXPECT_GT(last, height - 60.0F) << count << " variants in " << height;
            }
        }
}

TEST(VariantsView, LongerIsSlower)
{
    const auto snapshot = variants_with({ 18200us, 13100us, 9000us, 1640us });
    for (const TimeSpacing spacing : { TimeSpacing::linear, TimeSpacing::logarithmic }) {
        WindowState window { { 1920, 1080 } };
        window.time_spacing = spacing;
        const DrawList picture = draw(snapshot, { 400, 420 }, window);
        std::vector<Rect> bars = bars_of(picture, shape_color(dark(), dark().orange));
        const auto others = bars_of(picture, shape_color(dark(), dark().blue));
        bars.insert(bars.end(), others.begin(), others.end());
        ASSERT_EQ(bars.size(), 4U);
        for (std::size_t i = 1; i < bars.size(); ++i)
            EXPECT_LT(bars[i].width, bars[i - 1].width) << i;
        EXPECT_GT(bars.back().width, 4.0F);
    }
}

TEST(VariantsView, ALinearAxisBeginsAtZero)
{
    const auto snapshot = variants_with({ 16ms, 8ms, 4ms });
    const DrawList picture = draw(snapshot);
    const auto orange = bars_of(picture, shape_color(dark(), dark().orange));
    const auto blue = bars_of(picture, shape_color(dark(), dark().blue));
    ASSERT_EQ(orange.size(), 1U);
    ASSERT_EQ(blue.size(), 2U);
    EXPECT_NEAR(orange[0].width / blue[0].width, 2.0F, 0.02F);
    EXPECT_NEAR(orange[0].width / blue[1].width, 4.0F, 0.04F);
    std::string words;
    for (const Text& text : draw::testing::texts_of(picture))
        words += text.text + "|";
    EXPECT_TRUE(draw::testing::says(picture, "20 ms") && draw::testing::says(picture, "10 ms"))
        << "the axis is labeled: " << words;
    EXPECT_TRUE(draw::testing::says(picture, "linear"));
}

TEST(VariantsView, TheAxisStaysWhileTheLessonIsOpen)
{
    auto snapshot = variants_with({ 18200ns, 13100ns });
    snapshot.time_axis.edit() = session::extended({}, *snapshot.setup, *snapshot.timing, *snapshot.estimates);
    const TimeScale before(snapshot, TimeSpacing::linear);
    // The parameters have changed, and all variants are faster.
    auto faster = variants_with({ 1640ns, 1500ns }, 1);
    faster.time_axis.edit() = session::extended(*snapshot.time_axis, *faster.setup, *faster.timing, *faster.estimates);
    const TimeScale after(faster, TimeSpacing::linear);
    EXPECT_EQ(before.marks(), after.marks());
    EXPECT_NEAR(after.share(1640ns) / before.share(18200ns), 1640.0 / 18200.0, 1e-3) << "the bar is shorter, as the time";
    auto lesson = std::make_shared<lesson::Lesson>(*faster.setup->lesson);
    lesson->id = "another";
    faster.setup.edit().lesson = lesson;
    EXPECT_EQ(session::extended(*faster.time_axis, *faster.setup, *faster.timing, *faster.estimates).longest, 1640ns);
}

TEST(VariantsView, WrongVariantsHaveASignAndNoTime)
{
    auto snapshot = variants_with({ 20us, 3us, 10us });
    snapshot.setup.edit().variants[1].wrong = "wrong result";
    snapshot.setup.edit().variants[2].wrong = "race";
    const DrawList picture = draw(snapshot);
    EXPECT_TRUE(draw::testing::says(picture, "wrong result"));
    EXPECT_TRUE(draw::testing::says(picture, "race"));
    EXPECT_FALSE(draw::testing::says(picture, "3.00\u2009µs")) << "a wrong kernel would look like the fastest one";
    EXPECT_FALSE(draw::testing::says(picture, "10.0\u2009µs"));
    EXPECT_TRUE(bars_of(picture, shape_color(dark(), dark().blue)).empty());
    EXPECT_FALSE(shown_time(snapshot, 1).known());
}

TEST(VariantsView, TheReferenceIsRight)
{
    auto snapshot = variants_with({ 2us, 20us, 10us });
    snapshot.setup.edit().variants[0].wrong = "race";
    EXPECT_EQ(shown_time(snapshot, 2).reference, 1U);
    EXPECT_APPROVED(ratio_words(snapshot, 2));
    EXPECT_EQ(ratio_words(snapshot, 1), "");
}

TEST(VariantsView, ARatioSaysWhichOneIsSlower)
{
    const auto snapshot = variants_with({ 10us, 58us, 5us, 10us });
    EXPECT_APPROVED(ratio_words(snapshot, 1));
    EXPECT_EQ(brief_ratio(snapshot, 1), "5.80× slower");
    EXPECT_APPROVED(ratio_words(snapshot, 2));
    EXPECT_APPROVED(ratio_words(snapshot, 3));
    EXPECT_EQ(ratio_words(snapshot, 0), "");
    EXPECT_TRUE(draw::testing::says(draw(snapshot), "5.80× slower"));
}

TEST(VariantsView, TheKernelsArePartsOfThePresentBar)
{
    auto snapshot = variants_with({ 10ms, 5ms });
    snapshot.timing.edit().works = { { "first", false, { 7ms, 7ms, 7ms, 9 } }, { "second", false, { 3ms, 3ms, 3ms, 9 } } };
    const DrawList picture = draw(snapshot);
    std::vector<Rect> parts;
    for (const Target& target : picture.targets)
        if (const Tip* tip = target.tip(); tip != nullptr && (tip->title == "first" || tip->title == "second"))
            parts.push_back(target.rect);
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_NEAR(parts[0].width / parts[1].width, 7.0F / 3.0F, 0.02F);
    EXPECT_NEAR(parts[0].right(), parts[1].x, 0.01F);
}

TEST(VariantsView, NamesAndTimesAreWholeAtEverySize)
{
    for (const auto& named : testing::all_snapshots())
        for (const Size size : { Size { 240, 200 }, Size { 312, 243 }, Size { 420, 420 }, Size { 1400, 900 } }) {
            const DrawList picture = draw(named.snapshot, size);
            for (const std::string& wrong : draw::testing::outside_items(picture))
                ADD_FAILURE() << named.name << ": " << wrong;
            for (const std::string& wrong : draw::testing::colliding_texts(picture))
                ADD_FAILURE() << named.name << " " << size.width << ": " << wrong;
        }
}

} // namespace
} // namespace warpstage::views

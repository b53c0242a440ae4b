// The causes of a time: which part of its bar each one takes, in words that do not need the colors, and what a click selects.
#include "app/views/why/why_figure.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"
#include "tests/app/views/actions.h"
#include "tests/app/views/made_up_why.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/snapshots.h"

#include <gtest/gtest.h>

namespace warpstage::views {
namespace {

WhyInput input()
{
    return { testing::made_up_why(), nullptr, 62 };
}

TEST(WhyFigure, NamesEachCauseWithItsLineAndGain)
{
    const DrawList picture = why_figure(input(), kSlide, light());
    for (const char* words :
        { "transpose_tiled · estimated for NVIDIA H200", "Bank conflicts, line 62", "32 wavefronts per request, ideal 1",
            "−53\u00a0%", "Shared memory and L1 bandwidth", "−49\u00a0%", "Uncoalesced access, line 60",
            "only after: Bank conflicts", "−20\u00a0%", "gained only after another cause", "gained by a faster GPU" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
    EXPECT_TRUE(draw::testing::says(picture, text::duration(input().why->now)));
}

TEST(WhyFigure, SaysWhatToChange)
{
    const DrawList picture = why_figure(input(), kSlide, light());
    EXPECT_TRUE(draw::testing::says(picture, "Let neighboring lanes access neighboring words of shared memory"));
}

TEST(WhyFigure, IsTidyInEverySize)
{
    draw::testing::expect_tidy("why", [](Size size, const Style& style) { return why_figure(input(), size, style); });
}

TEST(WhyView, AClickSelectsTheLine)
{
    session::Snapshot snapshot = testing::played();
    snapshot.why.edit().why = testing::made_up_why();
    const DrawList picture = testing::build_view("why", snapshot, { kSlide, 60.0F }, { 0, 0, 700, 480 }, dark());
    bool found = false;
    for (const Target& target : picture.targets)
        if (const Action* action = action_of(target.click()))
            if (const auto* line = command_of<session::SelectLine>(*action))
                found = found || line->line == 62;
    EXPECT_TRUE(found);
}

// After the tile was padded.
session::AdviceTrial padded(session::AdviceTrial::State state)
{
    session::AdviceTrial trial;
    trial.state = state;
    trial.advice = "Add one column to the shared array `tile`.";
    trial.changes = { { 58, { "    __shared__ float tile[32][32];" }, { "    __shared__ float tile[32][32 + 1];" } } };
    auto before = std::make_shared<timing::Why>(*testing::made_up_why());
    before->now = std::chrono::microseconds(144);
    trial.why = before;
    trial.predicted = 0.53;
    trial.refusal = "The results in buffer `out` differ from the present ones.";
    return trial;
}

TEST(WhyFigure, ShowsAChangedLaunch)
{
    auto trial = padded(session::AdviceTrial::State::applied);
    auto before = std::make_shared<timing::Why>(*trial.why);
    before->grid = { 1024 };
    before->block = { 32 };
    trial.why = before;
    trial.changes.clear();
    trial.launches = { { "tiled", before->kernel, problem::LaunchChange::larger_blocks } };
    WhyInput shown = input();
    shown.trial = &trial;
    const DrawList picture = why_figure(shown, kSlide, light());
    for (const char* words : { "grid 1024x1x1, block 32x1x1", "grid 256x1x1, block 128x1x1", "Ctrl Z: undo." })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
}

TEST(WhyFigure, ShowsAnAdoptedEditBesideTheTimeBefore)
{
    const auto trial = padded(session::AdviceTrial::State::applied);
    WhyInput shown = input();
    shown.trial = &trial;
    const DrawList picture = why_figure(shown, kSlide, light());
    for (const char* words : { "Before", "Now", "The results are equal. Predicted −53\u00a0%, estimated −50\u00a0%.",
             "Ctrl Z: undo.", "__shared__ float tile[32][32];", "__shared__ float tile[32][32 + 1];", "  58 −", "  58 +" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
    EXPECT_FALSE(draw::testing::says(picture, "Measured"));
}

TEST(WhyFigure, SaysWhyAnEditWasNotAdopted)
{
    const auto trial = padded(session::AdviceTrial::State::refused);
    WhyInput shown = input();
    shown.trial = &trial;
    const DrawList picture = why_figure(shown, kSlide, light());
    EXPECT_TRUE(draw::testing::says(picture, "The edit was not adopted."));
    EXPECT_FALSE(draw::testing::says(picture, "Before"));
}

TEST(WhyFigure, IsTidyWithATrialInEverySize)
{
    const auto trial = padded(session::AdviceTrial::State::applied);
    draw::testing::expect_tidy("why-trial", [&](Size size, const Style& style) {
        WhyInput shown = input();
        shown.trial = &trial;
        shown.can_try = true;
        return why_figure(shown, size, style);
    });
}

TEST(WhyView, AClickTriesTheAdviceOrShowsTheVariant)
{
    session::Snapshot snapshot = testing::played();
    auto why = std::make_shared<timing::Why>(*testing::made_up_why());
    auto lesson = std::make_shared<lesson::Lesson>();
    lesson->id = "reduction";
    lesson->variants.emplace_back();
    lesson->variants.back().id = "reduce3";
    lesson->source_lines = { "__shared__ float tile[32][32];", "a[0] = tile[x][y];" };
    why->causes.front().cause.line = 2;
    snapshot.setup.edit().lesson = lesson;
    const auto has = [&](auto is_action) {
        const DrawList picture = testing::build_view("why", snapshot, { kSlide, 60.0F }, { 0, 0, 700, 480 }, dark());
        return std::ranges::any_of(picture.targets, [&](const Target& target) {
            const Action* action = action_of(target.click());
            return action != nullptr && is_action(*action);
        });
    };
    const auto tries = [&](const Action& action) {
        return command_of<session::TryAdvice>(action) != nullptr;
    };
    snapshot.why.edit().why = why;
    EXPECT_FALSE(has(tries)); // nothing compiles here
    snapshot.why.edit().can_try = true;
    EXPECT_TRUE(has(tries));
    lesson->source_lines.clear();
    EXPECT_FALSE(has(tries));
    EXPECT_TRUE(has([](const Action& action) { return command_of<session::SelectVariant>(action) != nullptr; }));
}

TEST(WhyView, SaysWhyThereIsNothing)
{
    session::Snapshot snapshot = testing::played();
    const auto shown = [&] {
        return testing::build_view("why", snapshot, { kSlide, 60.0F }, { 0, 0, 700, 480 }, dark());
    };
    EXPECT_TRUE(draw::testing::says(shown(), "estimating the time without each cause"));
    snapshot.why.edit().reason = "The kernel ends with a fault.";
    EXPECT_TRUE(draw::testing::says(shown(), "The kernel ends with a fault."));
}

} // namespace
} // namespace warpstage::views

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
    snapshot.why.edit() = { true, testing::made_up_why(), {} };
    const DrawList picture = testing::build_view("why", snapshot, { kSlide, 60.0F }, { 0, 0, 700, 480 }, dark());
    bool found = false;
    for (const Target& target : picture.targets)
        if (const Action* action = action_of(target.click()))
            if (const auto* line = command_of<session::SelectLine>(*action))
                found = found || line->line == 62;
    EXPECT_TRUE(found);
}

TEST(WhyView, SaysWhyThereIsNothing)
{
    session::Snapshot snapshot = testing::played();
    const auto shown = [&] {
        return testing::build_view("why", snapshot, { kSlide, 60.0F }, { 0, 0, 700, 480 }, dark());
    };
    EXPECT_TRUE(draw::testing::says(shown(), "estimating the time without each cause"));
    snapshot.why.edit() = { true, nullptr, "The kernel ends with a fault." };
    EXPECT_TRUE(draw::testing::says(shown(), "The kernel ends with a fault."));
}

} // namespace
} // namespace warpstage::views

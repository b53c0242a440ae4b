// Warp widths that GPUs do not have, in recorded runs, chosen by a command or a cue.
#include "core/session/recording/warp_width.h"
#include "tests/core/session/shipped_session.h"

#include <gtest/gtest.h>

namespace warpstage::session {
namespace {

TEST(WarpWidth, IsAValidWidth)
{
    WarpWidth width;
    EXPECT_EQ(width.lanes(), 32U);
    EXPECT_FALSE(width.select(3));
    EXPECT_FALSE(width.select(64));
    EXPECT_FALSE(width.select(1));
    EXPECT_FALSE(width.select(32)) << "already selected";
    EXPECT_TRUE(width.select(2));
    EXPECT_EQ(width.lanes(), 2U);
}

TEST(WarpWidth, OfACueEndsWithTheCue)
{
    WarpWidth width;
    EXPECT_TRUE(width.select_for_cue(2));
    EXPECT_FALSE(width.select_for_cue(2)) << "the next cue chooses the same";
    EXPECT_TRUE(width.select_for_cue(0));
    EXPECT_EQ(width.lanes(), 32U);
    EXPECT_TRUE(width.select(4));
    EXPECT_FALSE(width.select_for_cue(0)) << "the user's choice stays";
    EXPECT_EQ(width.lanes(), 4U);
    EXPECT_TRUE(width.select_for_cue(8));
    width.leave_cues();
    EXPECT_EQ(width.lanes(), 32U);
}

TEST(WarpWidth, ACommandRecordsAgainAndKeepsTheTimes)
{
    const auto session = session_for("divergence", "sum_growing", "256");
    tick(*session, 4);
    const auto before = session->snapshot();
    ASSERT_NE(before->run->recording, nullptr);
    EXPECT_EQ(before->run->recording->trace.warp_width, 32U);
    EXPECT_EQ(before->run->recording->trace.warps, 1U);
    session->submit(SelectWarpWidth { 2 });
    tick(*session, 4);
    const auto after = session->snapshot();
    EXPECT_EQ(after->run->warp_width, 2U);
    ASSERT_NE(after->run->recording, nullptr);
    EXPECT_EQ(after->run->recording->trace.warp_width, 2U);
    EXPECT_EQ(after->run->recording->trace.warps, 4U) << "8 threads";
    EXPECT_GT(after->timing->of(after->setup->variant).timing.samples, 0U);
    session->submit(SelectWarpWidth { 5 });
    tick(*session, 1);
    EXPECT_EQ(session->snapshot()->run->warp_width, 2U);
}

TEST(WarpWidth, ACueChoosesItAndTheNextOneDoesNot)
{
    const auto session = session_for("divergence", "sum_growing", "256");
    const auto& cues = session->snapshot()->setup->lesson->cues;
    const auto cue = std::ranges::find(cues, 2U, &lesson::Cue::warp_width);
    ASSERT_NE(cue, cues.end());
    const auto index = static_cast<std::size_t>(cue - cues.begin());
    session->submit(CueStep { Direction::next, index });
    tick(*session, 4);
    EXPECT_EQ(session->snapshot()->run->warp_width, 2U);
    ASSERT_NE(session->snapshot()->run->recording, nullptr);
    EXPECT_EQ(session->snapshot()->run->recording->trace.warp_width, 2U);
    session->submit(CueStep { Direction::next, 0 });
    tick(*session, 4);
    EXPECT_EQ(session->snapshot()->run->warp_width, 32U);
    EXPECT_EQ(session->snapshot()->run->recording->trace.warp_width, 32U);
}

// The SM model does not support this width.
TEST(WarpWidth, IsNotModeled)
{
    const auto session = session_for("divergence", "sum_growing", "256");
    session->submit(SelectWarpWidth { 2 });
    session->submit(ModelSm {});
    tick(*session, 4);
    EXPECT_FALSE(session->snapshot()->sm->run.has_value());
    session->submit(SelectWarpWidth { 32 });
    tick(*session, 4);
    EXPECT_TRUE(session->snapshot()->sm->run.has_value());
}

} // namespace
} // namespace warpstage::session

// Architecture, compared variant and selection: parts that need no session.
#include "core/session/selection/architecture_choice.h"
#include "core/session/selection/comparison.h"
#include "core/session/selection/selection.h"
#include "tests/core/session/owners.h"

#include <gtest/gtest.h>

namespace warpstage::session {
namespace {

const arch::Traits& device()
{
    return arch::traits_of({ 9, 0 });
}

TEST(ArchitectureChoice, TheDefaultIsThatOfTheDevice)
{
    ArchitectureChoice choice;
    EXPECT_EQ(&choice.traits(device()), &device());
    ASSERT_TRUE(choice.select("1.3"));
    EXPECT_EQ(&choice.traits(device()), &arch::traits_of({ 1, 3 }));
    EXPECT_FALSE(choice.select("no such GPU"));
    EXPECT_EQ(&choice.traits(device()), &arch::traits_of({ 1, 3 })) << "unchanged after an error";
    ASSERT_TRUE(choice.select(""));
    EXPECT_EQ(choice.name(device()), device().name);
}

TEST(ArchitectureChoice, TheChoiceOfACueEndsWithTheCues)
{
    ArchitectureChoice choice;
    ASSERT_TRUE(choice.select("1.3"));
    ASSERT_TRUE(choice.select_for_cue(""));
    EXPECT_EQ(&choice.traits(device()), &arch::traits_of({ 1, 3 })) << "the cue does not choose";
    choice.leave_cues();
    EXPECT_EQ(&choice.traits(device()), &arch::traits_of({ 1, 3 })) << "the user's choice";
    ASSERT_TRUE(choice.select_for_cue("2.0"));
    EXPECT_EQ(&choice.traits(device()), &arch::traits_of({ 2, 0 }));
    choice.leave_cues();
    EXPECT_EQ(&choice.traits(device()), &device());
    ASSERT_TRUE(choice.select_for_cue("2.0"));
    ASSERT_TRUE(choice.select_for_cue(""));
    EXPECT_EQ(&choice.traits(device()), &device()) << "the next cue does not choose";
}

TEST(ArchitectureChoice, TheTourIsCyclic)
{
    ArchitectureChoice choice;
    for (std::size_t i = 0; i < architecture_tour().size(); ++i)
        choice.step(Direction::next, device());
    EXPECT_EQ(&choice.traits(arch::traits_of({ 1, 3 })), &device());
}

TEST(Comparison, IsNeverWithTheCurrentVariant)
{
    Owners chosen("reduction", 1);
    Comparison comparison;
    const auto view = [&] {
        return comparison.view(chosen.recordings, device(), *chosen.program.lesson(), std::nullopt);
    };
    EXPECT_FALSE(view()) << "only one variant has been shown";
    comparison.step(Direction::next, 1, 1);
    EXPECT_FALSE(view()) << "only one variant";
    comparison.step(Direction::next, 1, 3);
    EXPECT_EQ(view()->variant, 2U);
    comparison.step(Direction::next, 1, 3);
    EXPECT_EQ(view()->variant, 0U);
    comparison.step(Direction::next, 1, 3);
    EXPECT_EQ(view()->variant, 2U);
    comparison.step(Direction::previous, 1, 3);
    EXPECT_EQ(view()->variant, 0U);
    EXPECT_FALSE(comparison.run(view(), chosen.program)) << "not yet recorded";
}

TEST(SelectionAlone, SelectingAgainDeselects)
{
    Selection selection;
    Playback playback;
    selection.toggle_lane(5);
    selection.toggle_line(7, nullptr, playback);
    auto section = selection.section(nullptr, {});
    EXPECT_EQ(section.lane, 5U);
    EXPECT_EQ(section.line, 7U);
    selection.toggle_lane(5);
    selection.toggle_line(7, nullptr, playback);
    EXPECT_EQ(selection.section(nullptr, {}), SelectionSection {});
}

TEST(SelectionAlone, AWarpThatWasNotRecordedCannotBeSelected)
{
    Recording recording;
    recording.trace.warps = 4;
    Selection selection;
    Playback playback;
    selection.select_warp(3, nullptr, playback);
    selection.select_warp(4, &recording, playback);
    EXPECT_EQ(selection.section(&recording, {}).warp, 0U);
    selection.select_warp(3, &recording, playback);
    EXPECT_EQ(selection.section(&recording, {}).warp, 3U);
    recording.trace.warps = 2;
    EXPECT_EQ(selection.section(&recording, {}).warp, 1U) << "another recording may have fewer";
}

TEST(SelectionAlone, AnotherLessonStartsWithoutSelection)
{
    Selection selection;
    selection.toggle_lane(5);
    selection.look_at_warp(2);
    selection.show_wrong_element({});
    selection.leave_variant();
    EXPECT_EQ(selection.section(nullptr, {}).lane, 5U) << "kept for another variant";
    selection.leave_lesson();
    EXPECT_EQ(selection.section(nullptr, {}), SelectionSection {});
    EXPECT_TRUE(selection.wrong_element());
    selection.forget_results();
    EXPECT_FALSE(selection.wrong_element());
}

} // namespace
} // namespace warpstage::session

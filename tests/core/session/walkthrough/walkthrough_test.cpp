#include "core/session/walkthrough/walkthrough.h"
#include "tests/core/session/owners.h"

#include <algorithm>
#include <vector>

namespace warpstage::session {
namespace {

TEST(Walkthrough, AskingForTheNextCueDoesNotMove)
{
    Owners chosen("transpose");
    const auto& cues = chosen.program.lesson()->cues;
    ASSERT_GT(cues.size(), 1U);
    Walkthrough walkthrough(chosen.program, nullptr);
    walkthrough.start();
    EXPECT_EQ(walkthrough.section().count, cues.size());
    EXPECT_EQ(walkthrough.after({}), cues.data());
    EXPECT_FALSE(walkthrough.section().index);
    EXPECT_EQ(walkthrough.go({}), cues.data());
    EXPECT_EQ(walkthrough.section().index, 0U);
    EXPECT_EQ(walkthrough.after({ Direction::previous, {} }), nullptr);
    EXPECT_EQ(walkthrough.go({ Direction::next, cues.size() }), nullptr) << "none after the last";
    EXPECT_FALSE(walkthrough.toggle_published()) << "no published results";
    EXPECT_EQ(walkthrough.published(), nullptr);
}

std::size_t first_with_choices(const lesson::Lesson& lesson)
{
    const auto cue = std::ranges::find_if(lesson.cues, [](const lesson::Cue& one) { return !one.choices.empty(); });
    return static_cast<std::size_t>(cue - lesson.cues.begin());
}

// The variant and settings of the cue affect only its words; the choices are available without them.
TEST(Walkthrough, AnAnswerIsChosenWhileTheQuestionIsOpenAndRevealedWithTheCaption)
{
    Owners chosen("transpose");
    const auto index = first_with_choices(*chosen.program.lesson());
    const auto& cue = chosen.program.lesson()->cues.at(index);
    chosen.program.select_variant(cue.variant, {});
    Walkthrough walkthrough(chosen.program, nullptr);
    walkthrough.start();
    walkthrough.choose(0);
    static_cast<void>(walkthrough.go({ Direction::next, index }));
    EXPECT_EQ(walkthrough.section().choices.texts, cue.choices);
    EXPECT_FALSE(walkthrough.section().choices.chosen) << "no question was open";
    EXPECT_FALSE(walkthrough.section().choices.right) << "it would reveal the answer";
    walkthrough.choose(cue.choices.size());
    EXPECT_FALSE(walkthrough.section().choices.chosen) << "out of range";
    walkthrough.choose(1);
    EXPECT_EQ(walkthrough.section().choices.chosen, 1U);
    static_cast<void>(walkthrough.go({})); // the answer
    EXPECT_EQ(walkthrough.section().choices.right, cue.answer);
    EXPECT_EQ(walkthrough.section().choices.chosen, 1U);
    walkthrough.choose(0);
    EXPECT_EQ(walkthrough.section().choices.chosen, 1U) << "revealed";
    static_cast<void>(walkthrough.go({ Direction::next, index }));
    EXPECT_FALSE(walkthrough.section().choices.chosen) << "asked again";
}

TEST(Walkthrough, AudienceVotesAreOneNumberPerChoice)
{
    Owners chosen("transpose");
    const auto index = first_with_choices(*chosen.program.lesson());
    const auto& cue = chosen.program.lesson()->cues.at(index);
    chosen.program.select_variant(cue.variant, {});
    Walkthrough walkthrough(chosen.program, nullptr);
    walkthrough.start();
    walkthrough.set_votes({ 1 });
    static_cast<void>(walkthrough.go({ Direction::next, index }));
    EXPECT_TRUE(walkthrough.section().choices.votes.empty());
    walkthrough.set_votes(std::vector<std::uint32_t>(cue.choices.size() + 1, 1));
    EXPECT_TRUE(walkthrough.section().choices.votes.empty()) << "of another number of choices";
    const std::vector<std::uint32_t> votes(cue.choices.size(), 12);
    walkthrough.set_votes(votes);
    static_cast<void>(walkthrough.go({})); // the answer
    EXPECT_EQ(walkthrough.section().choices.votes, votes);
    static_cast<void>(walkthrough.go({}));
    EXPECT_TRUE(walkthrough.section().choices.votes.empty()) << "of another question";
}

} // namespace
} // namespace warpstage::session

// The presenter's texts during the walkthrough.
#include "app/console/cues/cues.h"
#include "tests/app/console/qt_environment.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::console {
namespace {

class CueWords : public ::testing::Test {
protected:
    void step(session::Direction direction)
    {
        m_session->submit(session::CueStep { direction });
        testing::tick(*m_session, 1);
    }
    CueCards cards() { return cue_cards(*m_session->snapshot()); }
    // The first cue with a question.
    std::size_t asking()
    {
        const auto& cues = m_session->snapshot()->setup->lesson->cues;
        const auto found = std::ranges::find_if(cues, [](const lesson::Cue& cue) { return !cue.question.empty(); });
        EXPECT_NE(found, cues.end());
        return static_cast<std::size_t>(found - cues.begin());
    }

    std::unique_ptr<session::Session> m_session = testing::running_session("reduction", "reduce2", "1024");
};

TEST_F(CueWords, BeforeTheFirstCueTheFirstCueIsPreviewed)
{
    const auto& lesson = *m_session->snapshot()->setup->lesson;
    EXPECT_APPROVED(cards().now.title);
    EXPECT_EQ(cards().now.words, lesson.summary);
    EXPECT_EQ(cards().next.title, "Next: cue 1 of " + std::to_string(lesson.cues.size()));
    EXPECT_EQ(cards().next.words, lesson.cues[0].caption);
}

TEST_F(CueWords, AfterAQuestionTheAnswerIsPreviewed)
{
    const auto index = asking();
    const auto cue = m_session->snapshot()->setup->lesson->cues[index];
    m_session->submit(session::CueStep { .index = index });
    testing::tick(*m_session, 1);
    EXPECT_TRUE(cards().now.title.ends_with(" · question asked")) << cards().now.title;
    ASSERT_EQ(cue.choices.size(), 3U);
    ASSERT_EQ(cue.answer, 0U);
    EXPECT_EQ(
        cards().now.words, cue.question + "\n(1) " + cue.choices[0] + " ✓ · (2) " + cue.choices[1] + " · (3) " + cue.choices[2])
        << "with the choices, ticked only for the presenter";
    EXPECT_APPROVED(cards().now.detail);
    EXPECT_APPROVED(cards().next.title);
    EXPECT_EQ(cards().next.words, cue.caption);
    step(session::Direction::next);
    EXPECT_EQ(cards().now.words, cue.caption);
    EXPECT_TRUE(cards().next.title.starts_with("Next: cue " + std::to_string(index + 2)));
}

TEST_F(CueWords, ChoosingAnotherVariantLeavesTheCue)
{
    step(session::Direction::next);
    m_session->submit(session::SelectVariant { 3 });
    testing::tick(*m_session, 1);
    EXPECT_TRUE(cards().now.title.ends_with(" · variant or parameters changed")) << cards().now.title;
}

TEST_F(CueWords, NothingFollowsTheLastCue)
{
    const auto last = m_session->snapshot()->setup->lesson->cues.size() - 1;
    m_session->submit(session::CueStep { .index = last });
    testing::tick(*m_session, 1);
    step(session::Direction::next);
    EXPECT_EQ(cards().next.title, "Last cue");
}

TEST(CueLine, MarksQuestionsAndTheDetailNamesVariantAndPlace)
{
    lesson::Lesson lesson;
    lesson.variants.resize(1);
    lesson.variants[0].label = "shared tile";
    lesson::Cue cue;
    cue.parameters = { { "n", "64" } };
    cue.figure = "banks";
    cue.line = 42;
    cue.architecture = "GTX280";
    cue.caption = "So many.";
    cue.question = "How many?";
    lesson.cues = { cue, {} };
    lesson.cues[1].caption = "Done.";
    lesson.cues[1].line = 7;
    EXPECT_EQ(cue_title(lesson, 0), "1 ? · shared tile · banks");
    EXPECT_EQ(cue_words(lesson, 0), "How many?");
    EXPECT_EQ(cue_title(lesson, 1), "2 · shared tile");
    EXPECT_EQ(cue_words(lesson, 1), "Done.");
    EXPECT_EQ(cue_detail(lesson, 0), "shared tile · n = 64 · banks, line 42 · for GTX280");
    EXPECT_EQ(cue_detail(lesson, 1), "shared tile · line 7");
}

} // namespace
} // namespace warpstage::console

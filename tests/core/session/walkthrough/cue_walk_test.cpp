// The walkthrough with a clicker: CueWalk itself, and in a session.
#include "core/session/session.h"
#include "core/session/walkthrough/walkthrough.h"
#include "tests/approved.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

namespace warpstage::session {
namespace {

using Clock = std::chrono::steady_clock;

const CueWalk::Asks kNever = [](std::size_t) {
    return false;
};
const CueWalk::Asks kSecondAsks = [](std::size_t index) {
    return index == 1;
};

TEST(CueWalk, MovesFromTheFirstToTheLastAndStopsThere)
{
    CueWalk walk;
    walk.start(3);
    EXPECT_FALSE(walk.index());
    EXPECT_EQ(walk.next(kNever), 0U);
    EXPECT_EQ(walk.next(kNever), 1U);
    EXPECT_EQ(walk.next(kNever), 2U);
    EXPECT_FALSE(walk.next(kNever));
    EXPECT_EQ(walk.index(), 2U);
    EXPECT_EQ(walk.previous(), 1U);
    EXPECT_EQ(walk.previous(), 0U);
    EXPECT_FALSE(walk.previous());
    EXPECT_EQ(walk.index(), 0U);
}

TEST(CueWalk, AQuestionIsAnsweredByTheNextStep)
{
    CueWalk walk;
    walk.start(3);
    walk.next(kSecondAsks);
    EXPECT_FALSE(walk.asking());
    EXPECT_EQ(walk.next(kSecondAsks), 1U);
    EXPECT_TRUE(walk.asking());
    EXPECT_EQ(walk.next(kSecondAsks), 1U);
    EXPECT_FALSE(walk.asking());
    EXPECT_EQ(walk.next(kSecondAsks), 2U);
    EXPECT_EQ(walk.previous(), 1U);
    EXPECT_FALSE(walk.asking()) << "answers stay revealed on the way back";
}

TEST(CueWalk, ASelectedCueAsksAgain)
{
    CueWalk walk;
    walk.start(3);
    EXPECT_EQ(walk.select(1, kSecondAsks), 1U);
    EXPECT_TRUE(walk.asking());
    EXPECT_FALSE(walk.select(3, kSecondAsks));
    EXPECT_EQ(walk.index(), 1U);
    EXPECT_TRUE(walk.asking());
}

class SessionCues : public testing::Test {
protected:
    void open(const std::string& lesson, const std::string& n = "")
    {
        SessionOptions options;
        options.engine = engine::EngineKind::vm;
        options.lesson = lesson;
        if (!n.empty())
            options.parameters = { { "n", n } };
        auto made = Session::create(lesson::shipped_lessons(), options);
        ASSERT_TRUE(made) << made.error().message;
        m_session = *std::move(made);
        m_session->tick(Clock::now());
    }

    void tick(int times = 1)
    {
        for (int i = 0; i < times; ++i) {
            m_session->tick(Clock::now());
            m_session->settle();
        }
        m_session->tick(Clock::now());
    }

    // Steps to this cue, including answers.
    const lesson::Cue& go_to(std::size_t index)
    {
        m_session->submit(CueStep { Direction::next, index });
        tick(12);
        return shown().setup->lesson->cues[index];
    }

    [[nodiscard]] const Snapshot& shown()
    {
        m_snapshot = m_session->snapshot();
        return *m_snapshot;
    }

    std::unique_ptr<Session> m_session;
    std::shared_ptr<const Snapshot> m_snapshot;
};

TEST_F(SessionCues, BeforeTheFirstOnlyTheirNumberIsShown)
{
    open("reduction", "4096");
    EXPECT_EQ(shown().cue->count, shown().setup->lesson->cues.size());
    EXPECT_GE(shown().cue->count, 6U);
    EXPECT_FALSE(shown().cue->index);
    EXPECT_EQ(shown().cue->words, "");
}

TEST_F(SessionCues, AQuestionHidesAndTheNextKeyReveals)
{
    open("banks");
    m_session->submit(CueStep {});
    tick();
    const auto& cue = shown().setup->lesson->cues.front();
    ASSERT_FALSE(cue.question.empty());
    EXPECT_EQ(shown().cue->index, 0U);
    EXPECT_EQ(shown().cue->words, cue.question);
    EXPECT_EQ(shown().cue->numbers, CueNumbers::hidden);
    m_session->submit(CueStep {});
    tick();
    EXPECT_EQ(shown().cue->index, 0U);
    EXPECT_EQ(shown().cue->words, cue.caption);
    EXPECT_EQ(shown().cue->numbers, CueNumbers::shown);
}

TEST_F(SessionCues, SelectVariantParametersAndTheAccessOfTheLine)
{
    open("banks");
    const auto& cue = go_to(3); // s[tid * 17]
    EXPECT_EQ(shown().setup->variants[shown().setup->variant].id, "stride");
    EXPECT_EQ(shown().selection->line, cue.line);
    ASSERT_TRUE(shown().selection->chosen_access);
    EXPECT_EQ(shown().selection->chosen_access->line, cue.line);
    EXPECT_EQ(shown().selection->chosen_access->shared->wavefronts, 1U);
    go_to(2); // s[tid * 16]
    ASSERT_TRUE(shown().selection->chosen_access);
    EXPECT_EQ(shown().selection->chosen_access->shared->wavefronts, 16U);
}

// The playback stands still there, so that all pictures show the same step.
TEST_F(SessionCues, AnAnswerShowsTheCostliestRequestOfItsAccess)
{
    open("reduction", "4096");
    const auto& cue = go_to(2); // 2 wavefronts with s = 1, 4 with s = 2, 8 with s = 4
    if (shown().cue->numbers == CueNumbers::hidden)
        m_session->submit(CueStep {});
    for (int frame = 0; frame < 3; ++frame) {
        tick();
        m_session->settle();
    }
    ASSERT_TRUE(shown().selection->chosen_access);
    EXPECT_EQ(shown().selection->chosen_access->line, cue.line);
    EXPECT_EQ(shown().selection->chosen_access->shared->wavefronts, 8U);
    EXPECT_EQ(shown().playback->run.view.step, shown().selection->chosen_access->step);
}

TEST_F(SessionCues, EvaluateTheRunForTheirArchitecture)
{
    open("banks");
    const auto own = shown().run->architecture;
    const auto& cue = go_to(4);
    EXPECT_EQ(cue.architecture, "1.3");
    EXPECT_EQ(shown().run->architecture, "CC 1.3");
    ASSERT_TRUE(shown().selection->chosen_access);
    EXPECT_EQ(shown().selection->chosen_access->shared->wavefronts, 32U);
    go_to(5);
    EXPECT_EQ(shown().run->architecture, own);
}

TEST_F(SessionCues, ChoosingAnotherVariantLeavesTheCueTemporarily)
{
    open("banks");
    go_to(1);
    m_session->submit(SelectVariant { 5 });
    tick();
    EXPECT_EQ(shown().cue->index, 1U);
    EXPECT_EQ(shown().cue->words, "");
    EXPECT_EQ(shown().cue->numbers, CueNumbers::shown);
    m_session->submit(CueStep {}); // the answer of the previous cue
    tick();
    EXPECT_EQ(shown().setup->variants[shown().setup->variant].id, "stride");
    EXPECT_EQ(shown().cue->words, shown().setup->lesson->cues[1].caption);
}

TEST_F(SessionCues, OfAnotherLessonStartAtTheBeginning)
{
    open("banks");
    go_to(4);
    m_session->submit(SelectLesson { "reduction" });
    tick();
    EXPECT_FALSE(shown().cue->index);
    EXPECT_EQ(shown().run->architecture, "CC 9.0");
}

// A shipped cue that names a line must point at an access that runs there.
TEST_F(SessionCues, OfEveryLessonCanBeShown)
{
    const auto catalog = lesson::shipped_lessons();
    for (const auto& lesson : catalog->lessons()) {
        EXPECT_GE(lesson->cues.size(), 6U) << lesson->id;
        EXPECT_LE(lesson->cues.size(), 24U) << lesson->id;
        for (const auto& cue : lesson->cues) {
            const auto settings = lesson->settings_of(cue, EngineKind::vm);
            const auto plan = lesson->problem->plan(lesson->variants[cue.variant], settings);
            EXPECT_TRUE(plan) << lesson->id << ": " << cue.caption;
        }
    }
}

TEST_F(SessionCues, PublishedResultsAreShownOnRequest)
{
    const auto figures = lesson::PublishedFigures::load(std::filesystem::path { WARPSTAGE_ASSETS } / "published.toml");
    ASSERT_TRUE(figures);
    SessionOptions options;
    options.engine = engine::EngineKind::vm;
    options.lesson = "reduction";
    options.parameters = { { "n", "4096" } };
    options.published = std::make_shared<const lesson::PublishedFigures>(*figures);
    auto made = Session::create(lesson::shipped_lessons(), options);
    ASSERT_TRUE(made);
    m_session = *std::move(made);
    EXPECT_EQ(shown().setup->published, nullptr);
    m_session->submit(TogglePublished {});
    tick();
    EXPECT_EQ(shown().setup->published, options.published);
    m_session->submit(SelectLesson { "banks" });
    m_session->submit(TogglePublished {});
    tick();
    ASSERT_FALSE(shown().notices->empty());
    EXPECT_APPROVED(shown().notices->back().text);
}

} // namespace
} // namespace warpstage::session

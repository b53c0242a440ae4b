#include "app/console/source/source_edits.h"

#include <gtest/gtest.h>

namespace warpstage::console {
namespace {

session::Snapshot showing(const std::string& id, const std::string& source)
{
    lesson::Lesson lesson;
    lesson.id = id;
    lesson.source = source;
    session::Snapshot snapshot;
    snapshot.setup.edit().lesson = std::make_shared<const lesson::Lesson>(std::move(lesson));
    return snapshot;
}

class Edits : public ::testing::Test {
protected:
    SourceEdits m_edits { std::make_shared<const lesson::Catalog>(lesson::Catalog::load({})) };
};

TEST_F(Edits, ALessonIsAdoptedOnceAndKeepsItsEdit)
{
    EXPECT_EQ(m_edits.text_of_other_lesson(session::Snapshot {}), std::nullopt);
    EXPECT_FALSE(m_edits.edited("anything")) << "no lesson is shown";
    EXPECT_EQ(m_edits.text_of_other_lesson(showing("a", "A")), "A");
    EXPECT_EQ(m_edits.text_of_other_lesson(showing("a", "edited live")), std::nullopt) << "the text on screen is newer";
    m_edits.keep("mine");
    EXPECT_TRUE(m_edits.edited("mine"));
    EXPECT_EQ(m_edits.text_of_other_lesson(showing("b", "B")), "B");
    EXPECT_EQ(m_edits.text_of_other_lesson(showing("a", "A")), "mine");
    m_edits.keep("A");
    EXPECT_EQ(m_edits.text_of_other_lesson(showing("b", "B")), "B");
    EXPECT_EQ(m_edits.text_of_other_lesson(showing("a", "A")), "A") << "back to the shipped text";
}

TEST_F(Edits, AnExternalChangeReplacesOnlyOlderText)
{
    EXPECT_EQ(m_edits.text_from_elsewhere(showing("a", "A"), "A"), std::nullopt) << "the first text is not a change";
    EXPECT_EQ(m_edits.text_from_elsewhere(showing("a", "A2"), "A"), "A2");
    EXPECT_EQ(m_edits.text_from_elsewhere(showing("a", "A3"), "typed here"), std::nullopt);
    EXPECT_EQ(m_edits.text_from_elsewhere(showing("b", "B"), "A3"), std::nullopt) << "another lesson";
}

TEST_F(Edits, AnAdoptedTextThatDidNotRunIsTriedOnce)
{
    m_edits.adopt("a", "unfinished", "ran");
    auto snapshot = showing("a", "A");
    EXPECT_EQ(m_edits.text_of_other_lesson(snapshot), "unfinished");
    EXPECT_FALSE(m_edits.wants_trial(snapshot)) << "the session does not show the file yet";
    snapshot.setup.edit().replayed = showing("a", "ran").setup->lesson;
    EXPECT_TRUE(m_edits.wants_trial(snapshot));
    EXPECT_FALSE(m_edits.wants_trial(snapshot));
    m_edits.adopt("a", "ran", "ran");
    EXPECT_FALSE(m_edits.wants_trial(snapshot)) << "it ran";
    m_edits.adopt("a", "unfinished", "ran");
    m_edits.forget_trial();
    EXPECT_FALSE(m_edits.wants_trial(snapshot)) << "the user has typed";
}

} // namespace
} // namespace warpstage::console

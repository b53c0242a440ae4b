// Leaving a lesson and returning restores its state.
#include "tests/core/session/shipped_session.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace warpstage::session {
namespace {

void execute(Session& session, Command command)
{
    session.submit(std::move(command));
    tick(session, 1);
}

std::string parameter_of(const Session& session, const std::string& id)
{
    for (const auto& parameter : session.snapshot()->setup->parameters)
        if (parameter.id == id)
            return parameter.value;
    return {};
}

TEST(LeftLesson, VariantParametersTimesAndRecordingsAreRestored)
{
    const auto session = session_for("transpose", "tiled", "256");
    tick(*session, 4);
    const auto before = session->snapshot();
    ASSERT_NE(before->run->recording, nullptr);
    const auto samples = before->timing->of(before->setup->variant).timing.samples;
    ASSERT_GT(samples, 0U);

    execute(*session, SelectLesson { Direction::next });
    EXPECT_EQ(session->snapshot()->setup->lesson->id, "reduction");
    session->submit(SelectLesson { Direction::previous });
    session->tick(std::chrono::steady_clock::now());
    const auto after = session->snapshot();
    EXPECT_EQ(after->setup->lesson->id, "transpose");
    EXPECT_EQ(after->setup->variant, before->setup->variant);
    EXPECT_EQ(parameter_of(*session, "n"), "256");
    EXPECT_EQ(after->run->recording, before->run->recording) << "immediately, not recorded again";
    EXPECT_GE(after->timing->of(after->setup->variant).timing.samples, samples);
    tick(*session, 2);
    EXPECT_EQ(session->snapshot()->timing->of(before->setup->variant).emulated, true);
}

TEST(LeftLesson, TheWalkthroughContinuesAtItsCue)
{
    const auto session = session_for("transpose", "", "256");
    execute(*session, CueStep { Direction::next, 2 });
    execute(*session, CueStep {}); // the answer or the next cue
    const auto before = session->snapshot();
    ASSERT_TRUE(before->cue->index);
    execute(*session, SelectLesson { "banks" });
    EXPECT_FALSE(session->snapshot()->cue->index);
    execute(*session, SelectLesson { "transpose" });
    EXPECT_EQ(session->snapshot()->cue->index, before->cue->index);
    EXPECT_EQ(session->snapshot()->cue->words, before->cue->words);
    EXPECT_EQ(session->snapshot()->cue->numbers, before->cue->numbers);
}

TEST(LeftLesson, TheShownLessonIsReset)
{
    const auto session = session_for("transpose", "padded", "256");
    const auto initial = session->snapshot()->setup->lesson->initial_settings().text("n");
    ASSERT_NE(initial, "256");
    execute(*session, SelectLesson { "transpose" });
    EXPECT_EQ(parameter_of(*session, "n"), initial);
    EXPECT_EQ(session->snapshot()->setup->variant, session->snapshot()->setup->lesson->opening.variant);
}

TEST(LeftLesson, NoLessonStartsWithTheHostVariant)
{
    const auto catalog = lesson::shipped_lessons();
    SessionOptions options;
    options.engine = engine::EngineKind::vm;
    const auto session = *Session::create(catalog, options);
    for (std::size_t i = 0; i < catalog->lessons().size(); ++i) {
        const auto shown = session->snapshot();
        ASSERT_LT(shown->setup->variant, shown->setup->variants.size());
        EXPECT_FALSE(shown->setup->variants[shown->setup->variant].on_host_only) << shown->setup->lesson->id;
        execute(*session, SelectLesson { Direction::next });
    }
    options.lesson = "nbody";
    const auto opened = (*Session::create(catalog, options))->snapshot();
    EXPECT_EQ(opened->setup->variants[opened->setup->variant].id, "shared");
}

TEST(LeftLesson, AnAddedLessonIsListedAfterTheOthers)
{
    const auto session = session_for("reduction", "", "65536");
    const auto count = session->snapshot()->setup->lesson_titles.size();
    auto own = std::make_shared<lesson::Lesson>(*session->snapshot()->setup->lesson);
    own->id = "own";
    own->title = "Own";
    execute(*session, ShowLesson { own });
    EXPECT_EQ(session->snapshot()->setup->lesson->id, "own");
    EXPECT_EQ(session->snapshot()->setup->lesson_titles.size(), count + 1);
    EXPECT_EQ(session->snapshot()->setup->lesson_index, count);
    execute(*session, SelectLesson { Direction::next });
    EXPECT_EQ(session->snapshot()->setup->lesson_index, 0U);
    execute(*session, SelectLesson { "own" });
    EXPECT_EQ(session->snapshot()->setup->lesson, own);
    auto again = std::make_shared<lesson::Lesson>(*own);
    execute(*session, ShowLesson { again });
    EXPECT_EQ(session->snapshot()->setup->lesson_titles.size(), count + 1) << "replaces the earlier one";
    EXPECT_EQ(session->snapshot()->setup->lesson, again);
}

} // namespace
} // namespace warpstage::session

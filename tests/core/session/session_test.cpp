// The session on the virtual machine: commands in, snapshots out.
#include "core/session/session.h"
#include "tests/approved.h"
#include "tests/core/lesson/shipped_lessons.h"
#include "tests/core/session/shipped_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace warpstage::session {
namespace {

using Clock = std::chrono::steady_clock;

std::string refusal(const SessionOptions& options)
{
    const auto session = Session::create(lesson::shipped_lessons(), options);
    EXPECT_FALSE(session);
    return session ? "" : session.error().message;
}

TEST(Session, WrongOptionsAreReported)
{
    EXPECT_NE(refusal(options_for("nbodi", "", "1024")).find("nbody"), std::string::npos);
    EXPECT_APPROVED(refusal(options_for("reduction", "reduse2", "1024")));
    EXPECT_APPROVED(refusal(options_for("reduction", "fast", "1024")));
    EXPECT_NE(refusal(options_for("nbody", "global", "1000")).find("256"), std::string::npos);
}

TEST(Session, BodiesMoveAndTimesAreEmulated)
{
    const auto session = session_for("nbody", "shared", "256");
    tick(*session, 5);
    const auto snapshot = session->snapshot();
    EXPECT_EQ(snapshot->device->engine.kind, engine::EngineKind::vm);
    EXPECT_GE(snapshot->timing->steps, 4U);
    ASSERT_NE(snapshot->scene->particles, nullptr);
    EXPECT_EQ(snapshot->scene->particles->x.size(), 256U);
    EXPECT_GT(snapshot->timing->merit, 0.0);
    EXPECT_FALSE(snapshot->device->interop);

    const auto before = snapshot->scene->particles->x;
    tick(*session, 2);
    EXPECT_NE(session->snapshot()->scene->particles->x, before);
}

// The text of a lesson with one more line; its kernels do not change.
std::shared_ptr<const lesson::Lesson> with_a_line_more(const lesson::Lesson& lesson)
{
    auto changed = std::make_shared<lesson::Lesson>(lesson);
    changed->source_lines.insert(changed->source_lines.begin(), "// new");
    return changed;
}

TEST(Session, ReplacedKernelsContinueFromTheCurrentBodies)
{
    const auto session = session_for("nbody", "shared", "256");
    tick(*session, 5);
    const auto before = session->snapshot();
    const auto changed = with_a_line_more(*before->setup->lesson);
    session->submit(ReplaceKernels { changed });
    session->tick(Clock::now());
    EXPECT_EQ(session->snapshot()->setup->lesson, changed);
    EXPECT_EQ(session->snapshot()->setup->variant, before->setup->variant);
    tick(*session, 3);
    EXPECT_GT(session->snapshot()->timing->steps, before->timing->steps); // not restarted
    ASSERT_NE(session->snapshot()->run->recording, nullptr);
    EXPECT_EQ(session->snapshot()->run->recording->lesson, changed);

    // After leaving the lesson and returning, the changes are still there.
    session->submit(SelectLesson { "reduction" });
    session->tick(Clock::now());
    session->submit(SelectLesson { "nbody" });
    session->tick(Clock::now());
    EXPECT_EQ(session->snapshot()->setup->lesson, changed);
}

TEST(Session, AWrongElementSelectsTheThreadThatComputesIt)
{
    const auto session = session_for("transpose", "tiled", "256");
    tick(*session, 2);
    WrongElement element { { .buffer = "out", .index = 33, .columns = 64, .found = "0", .expected = "33" },
        WrongElement::Thread { { 1, 2, 0 }, 3, 5 } };
    session->submit(ShowWrongElement { element });
    tick(*session, 2);
    auto snapshot = session->snapshot();
    ASSERT_TRUE(snapshot->run->wrong_element);
    EXPECT_EQ(snapshot->run->wrong_element->difference.index, 33U);
    EXPECT_EQ(snapshot->selection->warp, 3U);
    EXPECT_EQ(snapshot->selection->lane, 5U);
    ASSERT_NE(snapshot->run->recording, nullptr);
    EXPECT_EQ(snapshot->run->recording->trace.block, 2U * (256 / 32) + 1);

    session->submit(ReplaceKernels { with_a_line_more(*snapshot->setup->lesson) });
    session->tick(Clock::now());
    EXPECT_FALSE(session->snapshot()->run->wrong_element);
}

TEST(Session, KernelsOfAHiddenLessonChangeNothingOnScreen)
{
    const auto session = session_for("nbody", "shared", "256");
    tick(*session, 2);
    const auto before = session->snapshot();
    const auto reduction = lesson::shipped_lessons()->find("reduction");
    session->submit(ReplaceKernels { with_a_line_more(**reduction) });
    session->tick(Clock::now());
    EXPECT_EQ(session->snapshot()->setup->lesson, before->setup->lesson);
}

TEST(Session, NoticesCanBeAddedFromOutside)
{
    const auto session = session_for("nbody", "shared", "256");
    session->submit(AddNotice { Severity::fault, "It does not compile." });
    session->tick(Clock::now());
    ASSERT_FALSE(session->snapshot()->notices->empty());
    EXPECT_APPROVED(session->snapshot()->notices->back().text);
    EXPECT_EQ(session->snapshot()->notices->back().severity, Severity::fault);
}

TEST(Session, AFaultIsNotReportedForAnotherVariantLessonOrInput)
{
    const auto session = session_for("hazards", "barrier_in_branch", "512");
    const auto faults = [&] {
        std::vector<std::string> texts;
        for (const Notice& notice : *session->snapshot()->notices)
            if (notice.severity == Severity::fault)
                texts.push_back(notice.text);
        return texts;
    };
    tick(*session, 6);
    const auto of_the_branch = faults();
    ASSERT_FALSE(of_the_branch.empty());
    const auto expect_gone = [&](const Command& command, const std::string& what) {
        session->submit(command);
        tick(*session, 1);
        for (const std::string& fault : faults())
            EXPECT_EQ(std::ranges::count(of_the_branch, fault), 0) << what << ": " << fault;
    };
    for (const std::size_t variant : { 4U, 3U, 6U, 7U })
        expect_gone(SelectVariant { variant }, "variant " + std::to_string(variant + 1));
    session->submit(SelectVariant { 2 });
    tick(*session, 6);
    EXPECT_FALSE(faults().empty()) << "the variant runs again, and fails again";
    expect_gone(SelectLesson { "reduction" }, "another lesson");
}

TEST(Session, AVariantIsOnScreenInTheNextSnapshot)
{
    const auto session = session_for("nbody", "global", "1024");
    session->tick(Clock::now()); // a step is running
    session->submit(SelectVariant { 2 });
    session->tick(Clock::now());
    EXPECT_EQ(session->snapshot()->setup->variant, 2U);
    session->submit(SelectVariant { session->snapshot()->setup->variants.size() }); // none after the last
    session->tick(Clock::now());
    EXPECT_EQ(session->snapshot()->setup->variant, 2U);
}

TEST(Session, SwitchingKeepsTheBodiesWhereTheyAre)
{
    const auto session = session_for("nbody", "global", "256");
    tick(*session, 20);
    const auto steps = session->snapshot()->timing->steps;
    const auto start = session_for("nbody", "global", "256");
    start->tick(Clock::now());
    const auto initial = start->snapshot()->scene->particles->x;

    session->submit(SelectVariant { 2 });
    tick(*session, 1);
    EXPECT_GE(session->snapshot()->timing->steps, steps);
    EXPECT_NE(session->snapshot()->scene->particles->x, initial);

    session->submit(TogglePause {});
    session->submit(Restart {});
    tick(*session, 2);
    EXPECT_EQ(session->snapshot()->timing->steps, 0U);
    EXPECT_EQ(session->snapshot()->scene->particles->x, initial);
}

TEST(Session, PauseStopsTheSteps)
{
    const auto session = session_for("nbody", "shared", "256");
    tick(*session, 3);
    session->submit(TogglePause {});
    tick(*session, 1);
    const auto steps = session->snapshot()->timing->steps;
    tick(*session, 3);
    EXPECT_EQ(session->snapshot()->timing->steps, steps);
    EXPECT_FALSE(session->snapshot()->timing->playing);
}

TEST(Session, EveryKernelVariantGetsItsRecording)
{
    const auto session = session_for("reduction", "reduce1", "4096");
    tick(*session, 20);
    for (std::size_t variant = 0; variant < session->snapshot()->setup->variants.size(); ++variant) {
        session->submit(SelectVariant { variant });
        session->tick(Clock::now());
        const auto snapshot = session->snapshot();
        if (snapshot->setup->variants[variant].on_host_only) {
            EXPECT_EQ(snapshot->run->recording, nullptr);
            continue;
        }
        ASSERT_NE(snapshot->run->recording, nullptr) << "variant " << variant;
        EXPECT_EQ(snapshot->run->recording->variant, snapshot->setup->variants[variant].id);
        if (snapshot->selection->chosen_access && !snapshot->selection->chosen_access->shared)
            continue; // the first kernels do not use shared memory
        ASSERT_NE(snapshot->scene->array, nullptr);
        EXPECT_FALSE(snapshot->scene->array->values.empty());
        ASSERT_TRUE(snapshot->selection->chosen_access);
        session->settle();
    }
}

TEST(Session, AMatrixIsShownOnceItIsComputed)
{
    const auto session = session_for("transpose", "padded", "64");
    session->tick(Clock::now());
    ASSERT_NE(session->snapshot()->scene->matrix, nullptr);
    tick(*session, 2);
    const auto snapshot = session->snapshot();
    ASSERT_NE(snapshot->scene->matrix, nullptr);
    EXPECT_EQ(snapshot->scene->matrix->values.size(), 64U * 64U);
    EXPECT_EQ(snapshot->scene->matrix->name, "transposed");
    EXPECT_EQ(snapshot->scene->particles, nullptr);
    EXPECT_EQ(snapshot->scene->array, nullptr);

    const auto serial = snapshot->scene->matrix->serial;
    tick(*session, 2);
    EXPECT_EQ(session->snapshot()->scene->matrix->serial, serial) << "the same steps give the same result";
    session->submit(SelectVariant { 0 });
    tick(*session, 2);
    EXPECT_EQ(session->snapshot()->scene->matrix->name, "copied");
    EXPECT_NE(session->snapshot()->scene->matrix->values, snapshot->scene->matrix->values);
}

TEST(Session, TheChosenAccessIsTheOneWithTheConflict)
{
    const auto session = session_for("reduction", "reduce2", "4096");
    tick(*session, 4);
    const auto snapshot = session->snapshot();
    ASSERT_TRUE(snapshot->selection->chosen_access);
    EXPECT_EQ(snapshot->selection->chosen_access->shared->wavefronts, 8U);
    EXPECT_EQ(snapshot->selection->chosen_access->shared->ideal, 1U);

    session->submit(SelectAccess { Direction::next });
    tick(*session, 1);
    EXPECT_NE(session->snapshot()->selection->chosen_access->occurrence, snapshot->selection->chosen_access->occurrence);
    EXPECT_EQ(session->snapshot()->selection->chosen_access->pc, snapshot->selection->chosen_access->pc);
}

// As in the list of all lessons: a variant of another lesson is selected by two commands in one frame.
TEST(Session, NamesTheVariantsOfAllLessonsAndGoesToOneOfThem)
{
    const auto session = session_for("reduction", "", "4096");
    const auto setup = session->snapshot()->setup;
    ASSERT_NE(setup->lessons, nullptr);
    ASSERT_EQ(setup->lessons->size(), setup->lesson_titles.size());
    EXPECT_EQ(setup->lessons->at(setup->lesson_index).id, "reduction");
    for (const LessonView& lesson : *setup->lessons)
        for (const VariantView& variant : lesson.variants)
            EXPECT_TRUE(variant.summary.empty()) << "it may contain the answer to an open question";
    const auto other = std::ranges::find_if(
        *setup->lessons, [](const LessonView& lesson) { return lesson.id != "reduction" && lesson.variants.size() > 2; });
    ASSERT_NE(other, setup->lessons->end());
    session->submit(SelectLesson { other->id });
    session->submit(SelectVariant { 2 });
    tick(*session, 2);
    EXPECT_EQ(session->snapshot()->setup->lesson->id, other->id);
    EXPECT_EQ(session->snapshot()->setup->variant, 2U);
    EXPECT_EQ(session->snapshot()->setup->variants.at(2).id, other->variants[2].id);
}

TEST(Session, LessonsAreCyclic)
{
    const auto session = session_for("reduction", "", "4096");
    const auto count = session->snapshot()->setup->lesson_titles.size();
    const auto first = session->snapshot()->setup->lesson->id;
    session->submit(SelectLesson { Direction::next });
    tick(*session, 1);
    EXPECT_NE(session->snapshot()->setup->lesson->id, first);
    for (std::size_t i = 1; i < count; ++i)
        session->submit(SelectLesson { Direction::next });
    tick(*session, 1);
    EXPECT_EQ(session->snapshot()->setup->lesson->id, first);
}

TEST(Session, AWrongParameterIsANoticeAndNothingChanges)
{
    const auto session = session_for("nbody", "shared", "1024");
    tick(*session, 1);
    session->submit(SetParameter { "n", "1000" });
    session->tick(Clock::now());
    const auto snapshot = session->snapshot();
    ASSERT_FALSE(snapshot->notices->empty());
    EXPECT_EQ(snapshot->notices->back().severity, Severity::attention);
    EXPECT_EQ(snapshot->setup->parameters[0].value, "1024");

    session->settle();
    session->submit(SetParameter { "n", "512" });
    tick(*session, 2);
    EXPECT_EQ(session->snapshot()->scene->particles->count, 512U);
}

TEST(Session, AHostVariantHasNoRecording)
{
    const auto session = session_for("nbody", "host", "256");
    tick(*session, 4);
    const auto snapshot = session->snapshot();
    EXPECT_TRUE(snapshot->setup->variants[0].on_host_only);
    EXPECT_EQ(snapshot->run->recording, nullptr);
    ASSERT_EQ(snapshot->timing->works.size(), 1U);
    EXPECT_TRUE(snapshot->timing->works[0].on_host);
}

TEST(Session, AMissingGpuIsExplained)
{
    const auto session = session_for("nbody", "shared", "256");
    session->submit(ToggleEngine {});
    session->tick(Clock::now());
    ASSERT_FALSE(session->snapshot()->notices->empty());
    EXPECT_EQ(session->snapshot()->device->engine.kind, engine::EngineKind::vm);
}

} // namespace
} // namespace warpstage::session

#include "core/session/recording_worker.h"
#include "tests/core/session/shipped_lessons.h"

#include <gtest/gtest.h>

namespace warpstage::session {
namespace {

RecordingRequest request_of(const std::string& variant, std::uint64_t block)
{
    const auto lesson = *shipped_lessons()->find("reduction");
    auto settings = lesson->initial_settings();
    EXPECT_TRUE(settings.set(lesson->problem->parameters(), "n", "1024"));
    RecordingRequest request;
    request.programs = std::make_shared<const engine::VmPrograms>(lesson);
    request.lesson = lesson;
    request.variant = variant;
    request.plan = std::make_shared<const problem::Plan>(*lesson->problem->plan(*lesson->find_variant(variant), settings));
    request.work = request.plan->recorded_work;
    request.block = block;
    request.traits = &arch::traits_of({ 9, 0 });
    return request;
}

TEST(RecordingWorker, DeliversARecordingOnceWithItsTag)
{
    RecordingWorker worker;
    EXPECT_TRUE(worker.idle());
    worker.request(request_of("reduce1", 0), 7);
    worker.wait_until_idle();
    const auto finished = worker.take();
    ASSERT_TRUE(finished);
    EXPECT_EQ(finished->tag, 7U);
    ASSERT_TRUE(finished->recording) << finished->recording.error().message;
    EXPECT_EQ((*finished->recording)->kernel, "reduce1");
    EXPECT_FALSE((*finished->recording)->trace.steps.empty());
    EXPECT_FALSE(worker.take());
}

TEST(RecordingWorker, TheNewestOfSeveralRequestsWins)
{
    RecordingWorker worker;
    for (std::uint64_t tag = 1; tag <= 50; ++tag)
        worker.request(request_of("reduce3", 0), tag);
    worker.wait_until_idle();
    const auto finished = worker.take();
    ASSERT_TRUE(finished);
    EXPECT_EQ(finished->tag, 50U);
}

TEST(RecordingWorker, ABlockThatDoesNotExistIsASentence)
{
    RecordingWorker worker;
    worker.request(request_of("reduce1", 999), 1);
    worker.wait_until_idle();
    const auto finished = worker.take();
    ASSERT_TRUE(finished);
    ASSERT_FALSE(finished->recording);
    EXPECT_EQ(finished->recording.error().message, "Block 999 does not exist: kernel `reduce1` runs with 4 blocks, 0 to 3.");
}

} // namespace
} // namespace warpstage::session

// The order of recordings, and when they are discarded.
#include "tests/core/session/owners.h"

#include <gtest/gtest.h>

namespace warpstage::session {
namespace {

using Time = Recordings::Time;

analysis::RecordingRequest request_of(const std::string& variant, std::uint64_t block)
{
    const auto lesson = *lesson::shipped_lessons()->find("reduction");
    auto settings = lesson->initial_settings();
    EXPECT_TRUE(settings.set(lesson->problem->parameters(), "n", "1024"));
    analysis::RecordingRequest request;
    request.programs = std::make_shared<const engine::VmPrograms>(lesson);
    request.lesson = lesson;
    request.variant = variant;
    request.plan = std::make_shared<const problem::Plan>(*lesson->problem->plan(*lesson->find_variant(variant), settings));
    request.work = request.plan->recorded_work;
    request.block = block;
    request.traits = &arch::traits_of({ 9, 0 });
    return request;
}

TEST(Record, OneBlockOfTheLaunch)
{
    const auto recording = record(request_of("reduce1", 0));
    ASSERT_TRUE(recording) << recording.error().message;
    EXPECT_EQ((*recording)->kernel, "reduce1");
    EXPECT_FALSE((*recording)->trace.steps.empty());
}

TEST(Record, AMissingBlockIsReported)
{
    const auto recording = record(request_of("reduce1", 999));
    ASSERT_FALSE(recording);
    EXPECT_EQ(recording.error().message, "Unknown block 999: kernel `reduce1` has 4 blocks, 0 to 3.");
}

struct Recorder : Owners {
    Recorder()
        : Owners("reduction", 2, "1024")
    {
    }
    // Records until nothing is due.
    std::vector<std::string> record_all(Time now)
    {
        std::vector<std::string> variants;
        for (int i = 0; i < 100; ++i) {
            auto request = recordings.next(now, traits, Recordings::Refresh::allowed);
            if (!request && program.preparation().running()) {
                program.preparation().wait();
                continue;
            }
            if (!request)
                break;
            variants.push_back(request->variant);
            recordings.record(*std::move(request));
            recordings.wait_until_idle();
            EXPECT_FALSE(recordings.next(now, traits, Recordings::Refresh::allowed)) << "the last result has not been taken";
            recordings.collect();
        }
        return variants;
    }

    const arch::Traits& traits = arch::traits_of({ 9, 0 });
};

TEST(Recordings, TheVariantOnScreenComesFirstThenEachOtherOnce)
{
    Recorder recorder;
    const auto recorded = recorder.record_all({});
    ASSERT_FALSE(recorded.empty());
    EXPECT_EQ(recorded.front(), "reduce3");
    const auto& variants = recorder.program.lesson()->variants;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const bool on_host = recorder.program.lesson()->problem->kernels(variants[i]).empty();
        EXPECT_EQ(std::ranges::count(recorded, variants[i].id), on_host ? 0 : 1) << variants[i].id;
        EXPECT_EQ(recorder.recordings.of(i) == nullptr, on_host) << variants[i].id;
    }
    EXPECT_EQ(recorder.recordings.shown(), recorder.recordings.of(2));
}

TEST(Recordings, AnotherArchitectureEvaluatesTheSameRecording)
{
    Recorder recorder;
    static_cast<void>(recorder.record_all({}));
    const auto& old = arch::traits_of({ 1, 3 });
    const auto now = recorder.recordings.assessment_of(2, recorder.traits);
    EXPECT_EQ(recorder.recordings.assessment_of(2, recorder.traits), now) << "nothing is evaluated twice";
    EXPECT_EQ(recorder.recordings.assessment_of(2, old)->traits, &old);
    EXPECT_EQ(recorder.recordings.assessment_of(99, old), nullptr);
}

TEST(Recordings, AChosenBlockIsRecordedInsteadOfTheMiddleOne)
{
    Recorder recorder;
    static_cast<void>(recorder.record_all({}));
    EXPECT_EQ(recorder.recordings.shown()->trace.block, 2U);
    EXPECT_TRUE(recorder.recordings.choose_block(99));
    EXPECT_EQ(recorder.record_all({}), std::vector<std::string> { "reduce3" });
    EXPECT_EQ(recorder.recordings.shown()->trace.block, 3U) << "the last block";
    EXPECT_TRUE(recorder.recordings.choose_block(3));
    EXPECT_TRUE(recorder.record_all({}).empty()) << "it is available";
}

TEST(Recordings, ADiscardedRecordingIsNotDelivered)
{
    Recorder recorder;
    auto request = recorder.recordings.next({}, recorder.traits, Recordings::Refresh::allowed);
    ASSERT_TRUE(request);
    recorder.recordings.record(*std::move(request));
    recorder.recordings.forget();
    recorder.recordings.wait_until_idle();
    recorder.recordings.collect();
    EXPECT_EQ(recorder.recordings.shown(), nullptr);
    EXPECT_TRUE(recorder.recordings.next({}, recorder.traits, Recordings::Refresh::allowed)) << "it is recorded again";
}

TEST(Recordings, ARunOfAFileReplacesTheOneOfItsVariant)
{
    Recorder recorder;
    auto replay = std::make_shared<Replay>();
    replay->variant = "reduce3";
    replay->recording = std::make_shared<const Recording>();
    recorder.recordings.show(replay);
    EXPECT_TRUE(recorder.recordings.shows_replay());
    EXPECT_NE(recorder.recordings.shown(), nullptr);
    EXPECT_EQ(std::ranges::count(recorder.record_all({}), "reduce3"), 0);
    recorder.program.select_variant(0, {});
    EXPECT_FALSE(recorder.recordings.shows_replay());
    recorder.recordings.forget();
    EXPECT_EQ(recorder.recordings.replay(), nullptr);
}

} // namespace
} // namespace warpstage::session

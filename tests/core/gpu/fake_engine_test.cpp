// The GPU engine with the fake driver: faults, sharing with OpenGL, and leaks.
#include "core/engine/gpu/gpu_engine.h"
#include "core/engine/series.h"
#include "tests/approved.h"
#include "tests/core/gpu/fake_driver.h"
#include "tests/core/gpu/steps_lesson.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstring>
#include <utility>

namespace warpstage::engine::test {

namespace {

using gpu::test::create_gl_buffer;
using gpu::test::fake_calls;
using gpu::test::fake_live_objects;
using gpu::test::fake_violations;
using gpu::test::gl_content;
using gpu::test::load_fake;
using testing::ElementsAre;
using testing::HasSubstr;

class FakeEngine : public testing::Test {
protected:
    void make(const std::string& switches = {})
    {
        auto driver = load_fake(switches);
        ASSERT_TRUE(driver.ok()) << driver.error().message;
        auto made = make_gpu_engine(*driver);
        ASSERT_TRUE(made.ok()) << made.error().message;
        m_engine = std::move(*made);
        const auto loaded = m_engine->load(steps_lesson());
        ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    }

    void adopt(std::vector<problem::Buffer> buffers, std::vector<problem::Work> step, Contents contents = Contents::initial)
    {
        const auto adopted = m_engine->adopt(plan_of(std::move(buffers), std::move(step)), contents);
        ASSERT_TRUE(adopted.ok()) << adopted.error().message;
    }

    void share(std::vector<Engine::SharedBuffer> buffers)
    {
        const auto shared = m_engine->share(std::move(buffers));
        ASSERT_TRUE(shared.ok()) << shared.error().message;
    }

    void run_step()
    {
        const auto started = m_engine->start();
        ASSERT_TRUE(started.ok()) << started.error().message;
        const auto outcome = m_engine->wait();
        ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    }

    std::vector<float> floats(problem::BufferIndex buffer, std::size_t count)
    {
        std::vector<float> values(count);
        const auto read = m_engine->read(buffer, std::as_writable_bytes(std::span { values }));
        EXPECT_TRUE(read.ok()) << read.error().message;
        return values;
    }

    static std::vector<float> gl_floats(unsigned name, std::size_t count)
    {
        std::vector<float> values(count);
        std::memcpy(values.data(), gl_content(name), count * sizeof(float));
        return values;
    }

    void TearDown() override
    {
        m_engine.reset();
        EXPECT_EQ(fake_violations(), "");
        EXPECT_EQ(fake_live_objects(), 0U);
    }

    std::unique_ptr<Engine> m_engine;
};

} // namespace

TEST_F(FakeEngine, PollWaitsForTheEventWithoutBlocking)
{
    make("pending=3");
    adopt({ buffer_of("x", { 1.0F }) }, { scale(0, 2.0F, 1) });
    ASSERT_TRUE(m_engine->start().ok());
    for (int i = 0; i < 3; ++i)
        EXPECT_FALSE(m_engine->poll()->has_value()) << "poll " << i;
    EXPECT_TRUE(m_engine->poll()->has_value());
    EXPECT_EQ(fake_calls("cuEventSynchronize"), 0U);
}

TEST_F(FakeEngine, TimesComeFromTheEvents)
{
    make();
    adopt({ buffer_of("x", { 1.0F }) }, { scale(0, 2.0F, 1), on_floats(0, [](std::span<float>) {}), add_index(0, 1) });
    ASSERT_TRUE(m_engine->start().ok());
    const auto outcome = m_engine->wait();
    ASSERT_TRUE(outcome.ok());
    EXPECT_EQ(outcome->timing.works[0].time, std::chrono::milliseconds { 1 }); // the fake clock's
    EXPECT_EQ(outcome->timing.works[2].time, std::chrono::milliseconds { 1 });
}

TEST_F(FakeEngine, TooMuchMemoryIsReported)
{
    make();
    const auto adopted =
        m_engine->adopt(plan_of({ { "x", std::size_t { 3 } << 30 }, { "y", std::size_t { 1 } << 29 } }, { scale(0, 2.0F, 1) }),
            Contents::initial);
    ASSERT_FALSE(adopted.ok());
    EXPECT_APPROVED(adopted.error().message);
    EXPECT_EQ(fake_calls("cuMemAlloc"), 0U);
}

TEST_F(FakeEngine, ShortKernelsAreAlsoMeasuredInGraphs)
{
    make(); // each kernel takes a millisecond, which is long
    adopt({ buffer_of("x", ramp(4)) }, { scale(0, 1.0F, 4), scale(0, 1.0F, 4) });
    SeriesRequest request;
    request.samples = 3;
    const auto long_ones = m_engine->measure(request);
    ASSERT_TRUE(long_ones.ok()) << long_ones.error().message;
    EXPECT_TRUE(long_ones->graph_samples.empty());
    EXPECT_EQ(fake_calls("cuGraphLaunch"), 0U);

    m_engine.reset(); // the fake driver is reset
    make("kernel=5"); // microseconds; half as long in a graph
    adopt({ buffer_of("x", ramp(4)) }, { scale(0, 1.0F, 4), scale(0, 1.0F, 4) });
    const auto short_ones = m_engine->measure(request);
    ASSERT_TRUE(short_ones.ok()) << short_ones.error().message;
    ASSERT_EQ(short_ones->graph_samples.size(), 3U);
    EXPECT_NEAR(static_cast<double>(short_ones->samples.front().count()), 10e3, 10.0);
    EXPECT_NEAR(static_cast<double>(short_ones->graph_samples.front().count()), 5e3, 10.0);
    EXPECT_EQ(fake_calls("cuGraphInstantiateWithFlags"), 1U);
}

TEST_F(FakeEngine, AFailedCaptureIsReportedAndTheStreamContinues)
{
    make("kernel=5 fail=cuGraphInstantiateWithFlags:1:801");
    adopt({ buffer_of("x", { 1.0F }) }, { scale(0, 2.0F, 1) });
    const auto series = m_engine->measure({});
    ASSERT_FALSE(series.ok());
    EXPECT_APPROVED(series.error().message);
    run_step();
}

TEST_F(FakeEngine, SwitchingBackToALessonCompilesNothing)
{
    make();
    const auto shown = steps_lesson();
    ASSERT_TRUE(m_engine->load(shown).ok());
    const auto before = fake_calls("cuModuleLoadDataEx");
    auto other = *steps_lesson();
    other.id = "other";
    ASSERT_TRUE(m_engine->load(std::make_shared<const lesson::Lesson>(other)).ok());
    ASSERT_TRUE(m_engine->load(shown).ok());
    EXPECT_EQ(fake_calls("cuModuleLoadDataEx"), before + 1);

    // Lessons are immutable: an edited lesson is a new object.
    const auto edited = steps_lesson(steps_ptx() + "// edited\n");
    ASSERT_TRUE(m_engine->load(edited).ok());
    EXPECT_EQ(fake_calls("cuModuleLoadDataEx"), before + 2);
}

TEST_F(FakeEngine, APlanKeepsItsKernelsWhenTheLessonIsReplaced)
{
    make();
    adopt({ buffer_of("x", { 1.0F }) }, { scale(0, 2.0F, 1) });
    ASSERT_TRUE(m_engine->load(steps_lesson(steps_ptx() + "// edited\n")).ok());
    EXPECT_EQ(fake_calls("cuModuleUnload"), 0U);
    run_step();
    EXPECT_THAT(floats(0, 1), ElementsAre(2.0F));
    adopt({ buffer_of("x", { 1.0F }) }, { scale(0, 3.0F, 1) });
    EXPECT_EQ(fake_calls("cuModuleUnload"), 1U);
}

TEST_F(FakeEngine, SharedBuffersShowWhatKernelsWrote)
{
    make();
    create_gl_buffer(5, 4 * sizeof(float));
    adopt({ buffer_of("x", ramp(4)) }, { scale(0, 2.0F, 4) });
    run_step();
    share({ { "x", 5, 4 * sizeof(float) } });
    EXPECT_FALSE(m_engine->is_shared("x")) << "only from the next adopt on";

    adopt({ buffer_of("x", ramp(4)), buffer_of("y", { 1.0F }) }, { scale(0, 2.0F, 4), add_index(1, 1) }, Contents::keep);
    EXPECT_TRUE(m_engine->is_shared("x"));
    EXPECT_FALSE(m_engine->is_shared("y"));
    EXPECT_FALSE(m_engine->is_shared("z"));
    EXPECT_THAT(gl_floats(5, 4), ElementsAre(0.0F, 2.0F, 4.0F, 6.0F)) << "kept";
    run_step();
    EXPECT_THAT(gl_floats(5, 4), ElementsAre(0.0F, 4.0F, 8.0F, 12.0F));
    EXPECT_THAT(floats(0, 4), ElementsAre(0.0F, 4.0F, 8.0F, 12.0F)) << "read";

    adopt({ buffer_of("x", ramp(4)) }, { scale(0, 2.0F, 4) }, Contents::keep);
    run_step();
    EXPECT_THAT(gl_floats(5, 4), ElementsAre(0.0F, 8.0F, 16.0F, 24.0F)) << "kept where it lies";

    adopt({ buffer_of("x", ramp(4)) }, {}, Contents::initial);
    EXPECT_THAT(gl_floats(5, 4), ElementsAre(0.0F, 1.0F, 2.0F, 3.0F)) << "started again";
}

TEST_F(FakeEngine, SharedBuffersShowTheLastStepWhileTheNextRuns)
{
    make();
    create_gl_buffer(5, sizeof(float));
    share({ { "x", 5, sizeof(float) } });
    float seen = 0.0F;
    const auto look = on_floats(0, [&](std::span<float> x) {
        seen = gl_floats(5, 1)[0];
        x[0] += 1.0F;
    });
    adopt({ buffer_of("x", { 1.0F }) }, { scale(0, 2.0F, 1), look, scale(0, 10.0F, 1) });
    run_step();
    EXPECT_EQ(seen, 1.0F);
    EXPECT_THAT(gl_floats(5, 1), ElementsAre(30.0F));
}

TEST_F(FakeEngine, SharingAgainMovesContentsToTheNewOpenGlBuffer)
{
    make();
    create_gl_buffer(5, 2 * sizeof(float));
    create_gl_buffer(6, 2 * sizeof(float));
    share({ { "x", 5, 2 * sizeof(float) } });
    adopt({ buffer_of("x", { 1.0F, 2.0F }) }, { scale(0, 3.0F, 2) });
    run_step();

    share({ { "x", 6, 2 * sizeof(float) } });
    EXPECT_EQ(fake_calls("cuGraphicsUnregisterResource"), 1U) << "the old OpenGL buffer may be deleted now";
    run_step(); // in its own memory for the moment
    adopt({ buffer_of("x", { 1.0F, 2.0F }) }, { scale(0, 3.0F, 2) }, Contents::keep);
    EXPECT_THAT(gl_floats(6, 2), ElementsAre(9.0F, 18.0F));

    share({ { "x", 6, 2 * sizeof(float) } }); // the same again
    adopt({ buffer_of("x", { 1.0F, 2.0F }) }, { scale(0, 3.0F, 2) }, Contents::keep);
    EXPECT_THAT(gl_floats(6, 2), ElementsAre(9.0F, 18.0F));

    share({});
    adopt({ buffer_of("x", { 1.0F, 2.0F }) }, { scale(0, 3.0F, 2) }, Contents::keep);
    EXPECT_FALSE(m_engine->is_shared("x"));
    EXPECT_THAT(floats(0, 2), ElementsAre(9.0F, 18.0F));
}

TEST_F(FakeEngine, ASharedBufferThatIsTooSmallIsNotUsed)
{
    make();
    create_gl_buffer(5, sizeof(float));
    share({ { "x", 5, sizeof(float) } });
    adopt({ buffer_of("x", { 1.0F, 2.0F }) }, {});
    EXPECT_FALSE(m_engine->is_shared("x"));
    EXPECT_THAT(floats(0, 2), ElementsAre(1.0F, 2.0F));
}

TEST_F(FakeEngine, ABufferSmallerThanPromisedIsRefused)
{
    make();
    create_gl_buffer(5, sizeof(float));
    share({ { "x", 5, 100 } });
    const auto adopted = m_engine->adopt(plan_of({ buffer_of("x", { 1.0F, 2.0F }) }, {}), Contents::initial);
    ASSERT_FALSE(adopted.ok());
    EXPECT_THAT(adopted.error().message, HasSubstr("has 4 bytes, but 8 are required"));
}

TEST_F(FakeEngine, WithOpenGlOnAnotherGpuTheEngineUsesItsOwnMemory)
{
    make("gl=elsewhere");
    create_gl_buffer(5, sizeof(float));
    adopt({ buffer_of("x", { 1.0F }) }, { scale(0, 2.0F, 1) });
    const auto shared = m_engine->share({ { "x", 5, sizeof(float) } });
    ASSERT_FALSE(shared.ok());
    EXPECT_APPROVED(shared.error().message);
    EXPECT_APPROVED(shared.error().message);
    run_step();
    adopt({ buffer_of("x", { 1.0F }) }, { scale(0, 2.0F, 1) }, Contents::keep);
    EXPECT_FALSE(m_engine->is_shared("x"));
    run_step();
    EXPECT_THAT(floats(0, 1), ElementsAre(4.0F));
}

TEST_F(FakeEngine, AFaultEndsGpuWorkForThisProcess)
{
    make();
    create_gl_buffer(5, sizeof(float));
    share({ { "x", 5, sizeof(float) } });
    adopt({ buffer_of("x", { 1.0F }) }, { problem::KernelLaunch { "fault", {}, {}, 0, { problem::BufferArgument { 0 } } } });
    ASSERT_TRUE(m_engine->start().ok());
    const auto outcome = m_engine->wait();
    ASSERT_FALSE(outcome.ok());
    const auto sentence = outcome.error().message;
    EXPECT_THAT(sentence, HasSubstr("CUDA_ERROR_ILLEGAL_ADDRESS"));
    EXPECT_APPROVED(sentence);

    EXPECT_TRUE(m_engine->idle());
    EXPECT_TRUE(m_engine->lost());
    std::array<std::byte, sizeof(float)> bytes {};
    EXPECT_EQ(m_engine->load(steps_lesson()).error().message, sentence);
    EXPECT_EQ(m_engine->adopt(plan_of({}, {}), Contents::initial).error().message, sentence);
    EXPECT_EQ(m_engine->share({}).error().message, sentence);
    EXPECT_EQ(m_engine->start().error().message, sentence);
    EXPECT_EQ(m_engine->poll().error().message, sentence);
    EXPECT_EQ(m_engine->wait().error().message, sentence);
    EXPECT_EQ(m_engine->read(0, bytes).error().message, sentence);
    EXPECT_EQ(m_engine->copy(0).error().message, sentence);
}

TEST_F(FakeEngine, ACopyWithoutGpuMemoryIsMadeImmediately)
{
    make("fail=cuMemAlloc:2:2");
    adopt({ buffer_of("x", { 1.0F }) }, { scale(0, 2.0F, 1) });
    run_step();
    auto copy = m_engine->copy(0);
    ASSERT_TRUE(copy.ok()) << copy.error().message;
    run_step();
    EXPECT_THAT(floats_of((*copy)->fetch()), ElementsAre(2.0F));
}

TEST_F(FakeEngine, WithoutRoomForBothTheOldPlanMakesRoomForTheNew)
{
    make("memory=100");
    adopt({ buffer_of("x", ramp(16)) }, { scale(0, 2.0F, 16) });
    run_step();
    adopt({ buffer_of("y", ramp(16)) }, { scale(0, 3.0F, 16) });
    run_step();
    EXPECT_EQ(floats(0, 16)[15], 45.0F);
}

TEST_F(FakeEngine, WithoutRoomTheOldPlanStaysIfItsContentsAreKept)
{
    make("memory=100");
    adopt({ buffer_of("x", ramp(16)) }, { scale(0, 2.0F, 16) });
    run_step();
    const auto adopted = m_engine->adopt(plan_of({ buffer_of("y", ramp(16)) }, {}), Contents::keep);
    ASSERT_FALSE(adopted.ok());
    EXPECT_APPROVED(adopted.error().message);
    run_step();
    EXPECT_EQ(floats(0, 16)[15], 60.0F);
}

TEST_F(FakeEngine, APlanThatDoesNotFitIsRefusedAndASmallerOneRuns)
{
    make("memory=100");
    adopt({ buffer_of("x", ramp(16)) }, { scale(0, 2.0F, 16) });
    const auto adopted = m_engine->adopt(plan_of({ buffer_of("y", ramp(16)), buffer_of("z", ramp(8)) }, {}), Contents::initial);
    ASSERT_TRUE(adopted.ok()) << "96 bytes fit alone";
    const auto refused = m_engine->adopt(plan_of({ buffer_of("y", ramp(16)), buffer_of("z", ramp(16)) }, {}), Contents::initial);
    ASSERT_FALSE(refused.ok());
    EXPECT_FALSE(m_engine->lost());
    adopt({ buffer_of("x", { 1.0F }) }, { scale(0, 2.0F, 1) });
    run_step();
    EXPECT_THAT(floats(0, 1), ElementsAre(2.0F));
}

TEST_F(FakeEngine, AFailureOtherThanAFaultLeavesTheEngineUsable)
{
    make("fail=cuMemAlloc:2:2");
    adopt({ buffer_of("x", { 1.0F }) }, { scale(0, 2.0F, 1) });
    const auto adopted = m_engine->adopt(plan_of({ buffer_of("y", { 1.0F }) }, {}), Contents::initial);
    ASSERT_FALSE(adopted.ok());
    EXPECT_APPROVED(adopted.error().message);
    run_step();
    EXPECT_THAT(floats(0, 1), ElementsAre(2.0F));
}

TEST_F(FakeEngine, AThousandAdoptedPlansLeakNothing)
{
    make();
    create_gl_buffer(5, 4 * sizeof(float));
    const auto adopt_once = [&](Contents contents) {
        adopt({ buffer_of("x", ramp(4)), buffer_of("y", ramp(4)) },
            { scale(0, 1.0F, 4), on_floats(1, [](std::span<float>) {}), add_index(1, 4) }, contents);
    };
    share({ { "x", 5, 4 * sizeof(float) } });
    adopt_once(Contents::initial);
    adopt_once(Contents::initial); // so that, as below, the copy for OpenGL has completed: freeing the old plan waits for it
    const auto live = fake_live_objects();
    for (int i = 0; i < 1000; ++i)
        adopt_once(i % 2 == 0 ? Contents::keep : Contents::initial);
    EXPECT_EQ(fake_live_objects(), live);
}

} // namespace warpstage::engine::test

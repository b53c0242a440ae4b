// Samples between the steps of a simulation, with the fake driver, whose kernels have a given duration.
#include "core/engine/gpu/gpu_engine.h"
#include "core/engine/sample.h"
#include "tests/core/gpu/fake_driver.h"
#include "tests/core/gpu/steps_lesson.h"

#include <gtest/gtest.h>

#include <chrono>
#include <span>
#include <string>
#include <utility>

namespace warpstage::engine::test {

namespace {

using namespace std::chrono_literals;
using gpu::test::fake_calls;
using gpu::test::fake_live_objects;
using gpu::test::fake_violations;
using gpu::test::load_fake;
using Outcome = Sample::Outcome;

constexpr SampleRequest kWarm { .cache = CacheState::warm };
constexpr SampleRequest kCold { .cache = CacheState::cold };

class GpuSamples : public testing::Test {
protected:
    void make(const std::string& switches)
    {
        auto driver = load_fake(switches);
        ASSERT_TRUE(driver.ok()) << driver.error().message;
        auto made = make_gpu_engine(*driver);
        ASSERT_TRUE(made.ok()) << made.error().message;
        m_engine = std::move(*made);
        ASSERT_TRUE(m_engine->load(steps_lesson()).ok());
    }
    void adopt(std::vector<problem::Buffer> buffers, std::vector<problem::Work> step)
    {
        const auto adopted = m_engine->adopt(plan_of(std::move(buffers), std::move(step)), Contents::initial);
        ASSERT_TRUE(adopted.ok()) << adopted.error().message;
    }
    Sample sample(const SampleRequest& request)
    {
        auto taken = m_engine->sample(request);
        EXPECT_TRUE(taken.ok()) << taken.error().message;
        return taken.ok() ? *taken : Sample {};
    }
    void run_step()
    {
        ASSERT_TRUE(m_engine->start().ok());
        const auto outcome = m_engine->wait();
        ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    }
    std::vector<float> floats(problem::BufferIndex buffer, std::size_t count)
    {
        std::vector<float> values(count);
        EXPECT_TRUE(m_engine->read(buffer, std::as_writable_bytes(std::span { values })).ok());
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

TEST_F(GpuSamples, IsTheMeanOfManyStepsAndLeavesTheBuffersUnchanged)
{
    make("kernel=100");
    adopt({ buffer_of("x", ramp(4)) }, { scale(0, 2.0F, 4) });
    EXPECT_EQ(sample(kWarm).outcome, Outcome::warmed_up);
    for (int i = 0; i < 3; ++i) {
        const auto taken = sample(kWarm);
        EXPECT_EQ(taken.outcome, Outcome::taken);
        EXPECT_NEAR(static_cast<double>(taken.timing.total.count()), 100e3, 10.0);
        EXPECT_GE(taken.steps, 20U) << "two milliseconds of them";
        EXPECT_LE(taken.steps, 42U);
        ASSERT_EQ(taken.timing.works.size(), 1U);
        EXPECT_EQ(taken.timing.works[0].label, "scale");
        EXPECT_EQ(taken.timing.works[0].time, taken.timing.total);
    }
    EXPECT_EQ(floats(0, 4), ramp(4));
    run_step();
    EXPECT_EQ(floats(0, 4)[3], 6.0F);
    EXPECT_EQ(sample(kWarm).outcome, Outcome::taken) << "the copies stay";
}

TEST_F(GpuSamples, TheTimeOfAStepIsDividedAmongItsKernels)
{
    make("kernel=50");
    adopt({ buffer_of("x", ramp(4)) }, { scale(0, 1.0F, 4), add_index(0, 4), scale(0, 1.0F, 4) });
    EXPECT_EQ(sample(kWarm).outcome, Outcome::warmed_up);
    const auto taken = sample(kWarm);
    ASSERT_EQ(taken.timing.works.size(), 3U);
    EXPECT_EQ(taken.timing.works[1].label, "add_index");
    for (const auto& work : taken.timing.works)
        EXPECT_NEAR(static_cast<double>(work.time.count()), 50e3, 10.0);
    EXPECT_NEAR(static_cast<double>(taken.timing.total.count()), 150e3, 10.0);
}

// A reduction finished on the host.
TEST_F(GpuSamples, HostWorkAfterTheKernelsIsMeasuredOnCopies)
{
    make("kernel=100");
    // Without a pause, which on a busy computer may be long enough to change the measuring method.
    const auto add_one = on_floats(0, [](std::span<float> values) { values[0] += 1.0F; });
    adopt({ buffer_of("x", ramp(4)) }, { scale(0, 2.0F, 4), add_one });
    run_step();
    const auto after_step = floats(0, 4);
    EXPECT_EQ(sample(kWarm).outcome, Outcome::warmed_up);
    const auto taken = sample(kWarm);
    ASSERT_EQ(taken.outcome, Outcome::taken);
    EXPECT_EQ(floats(0, 4), after_step);
    ASSERT_EQ(taken.timing.works.size(), 2U);
    EXPECT_EQ(taken.timing.works[1].label, "host work");
    EXPECT_TRUE(taken.timing.works[1].on_host);
    EXPECT_GT(taken.timing.works[1].time, 0us);
    EXPECT_NEAR(static_cast<double>(taken.timing.works[0].time.count()), 100e3, 10.0);
    EXPECT_EQ(taken.timing.total, taken.timing.works[0].time + taken.timing.works[1].time);
}

TEST_F(GpuSamples, ColdDataAreCopiesThatExceedTheCache)
{
    make("kernel=100");
    constexpr std::size_t kBytes = std::size_t { 20 } << 20; // the fake GPU has 50 MiB of cache and 1 GiB of memory
    adopt({ { "x", kBytes } }, { scale(0, 1.0F, 4) });
    const auto before = fake_calls("cuMemAlloc");
    EXPECT_EQ(sample(kCold).outcome, Outcome::warmed_up);
    EXPECT_EQ(fake_calls("cuMemAlloc") - before, 10U) << "four times the cache";
    EXPECT_EQ(sample(kCold).outcome, Outcome::taken);
    EXPECT_EQ(fake_calls("cuMemAlloc") - before, 10U);
    adopt({ { "x", kBytes } }, { scale(0, 1.0F, 4) });
    EXPECT_EQ(sample(kWarm).outcome, Outcome::warmed_up) << "another plan has other copies";
    EXPECT_EQ(fake_calls("cuMemAlloc") - before, 12U);
}

TEST_F(GpuSamples, UnsuitablePlansAreReportedAndLeakNothing)
{
    make("kernel=1200");
    adopt({ buffer_of("x", ramp(4)) }, { scale(0, 2.0F, 4) });
    const auto objects = fake_live_objects();
    EXPECT_EQ(sample(kWarm).outcome, Outcome::unsuited) << "too long a step";
    EXPECT_EQ(fake_live_objects(), objects);
    EXPECT_EQ(floats(0, 4), ramp(4));
    adopt({ buffer_of("x", ramp(4)) }, { scale(0, 2.0F, 4), on_floats(0, [](std::span<float>) {}), scale(0, 2.0F, 4) });
    EXPECT_EQ(sample(kWarm).outcome, Outcome::unsuited) << "a kernel behind host work";
    adopt({ buffer_of("x", ramp(4)) }, { on_floats(0, [](std::span<float>) {}) });
    EXPECT_EQ(sample(kWarm).outcome, Outcome::unsuited) << "no kernel";
    adopt({ buffer_of("x", ramp(4)) }, {});
    EXPECT_EQ(sample(kWarm).outcome, Outcome::unsuited) << "nothing to time";
    adopt({ { "x", std::size_t { 400 } << 20 } }, { scale(0, 1.0F, 4) });
    EXPECT_EQ(sample(kWarm).outcome, Outcome::unsuited) << "half of the memory that is free stays free";
    run_step();
}

TEST_F(GpuSamples, TexturesOfTheCopiesAreCreatedOnceAndDestroyedWithThem)
{
    make("kernel=100");
    const TextureDescription array { .shape = TextureShape::array_2d, .width = 4 };
    const problem::KernelLaunch read { "read_texture", {}, { 32 }, 0,
        { problem::BufferArgument { 1 }, problem::TextureArgument { 0, array }, std::int32_t { 4 } } };
    adopt({ buffer_of("image", ramp(4)), buffer_of("out", ramp(4)) }, { read });
    run_step();
    EXPECT_EQ(sample(kWarm).outcome, Outcome::warmed_up);
    const auto made = fake_calls("cuTexObjectCreate");
    for (int i = 0; i < 3; ++i) {
        run_step();
        EXPECT_EQ(sample(kWarm).outcome, Outcome::taken);
    }
    EXPECT_EQ(fake_calls("cuTexObjectCreate"), made);
}

// A failed allocation is not a fault: no samples are taken, and the steps continue.
TEST_F(GpuSamples, AFailedAllocationMakesThePlanUnsuitable)
{
    make("kernel=100 fail=cuMemAlloc:2:2");
    adopt({ buffer_of("x", ramp(4)) }, { scale(0, 2.0F, 4) });
    EXPECT_EQ(sample(kWarm).outcome, Outcome::unsuited);
    run_step();
    EXPECT_EQ(floats(0, 4)[3], 6.0F);
}

TEST_F(GpuSamples, AFaultIsReportedAndLeaksNothing)
{
    for (const auto* const call : { "cuLaunchKernel:3:700", "cuLaunchKernel:40:700", "cuStreamSynchronize:4:700",
             "cuEventRecord:5:700", "cuEventElapsedTime:2:700", "cuMemcpyDtoDAsync:1:700" }) {
        make(std::string { "kernel=100 fail=" } + call);
        adopt({ buffer_of("x", ramp(4)) }, { scale(0, 2.0F, 4) });
        auto first = m_engine->sample(kWarm);
        auto second = first.ok() ? m_engine->sample(kWarm) : first;
        EXPECT_FALSE(second.ok()) << call;
        m_engine.reset();
        EXPECT_EQ(fake_violations(), "") << call;
        EXPECT_EQ(fake_live_objects(), 0U) << call;
    }
}

} // namespace warpstage::engine::test

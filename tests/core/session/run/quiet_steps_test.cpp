// The stepper on a GPU that also draws, with a scripted engine instead of the GPU.
#include "core/engine/sample.h"
#include "core/session/run/stepper.h"
#include "tests/approved.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

#include <semaphore>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::session {
namespace {

using namespace std::chrono_literals;

// The calls in order, and the scripted results.
struct GpuScript {
    std::string calls {}; // d: drawing finished; s: sample; b: begin of a step; w: waited
    std::chrono::nanoseconds beside_frames = 3ms; // a step
    std::chrono::nanoseconds alone = 1ms;
    bool suited = true;
    std::string sample_error {};
    std::string adopt_error {};
    bool lost = false;
};

class ScriptedGpu final : public engine::Engine {
public:
    explicit ScriptedGpu(GpuScript& script)
        : m_script(script)
    {
        m_description.kind = EngineKind::gpu;
        m_description.name = "Scripted GPU";
    }

    [[nodiscard]] const engine::Description& description() const override { return m_description; }
    [[nodiscard]] bool lost() const override { return m_script.lost; }
    [[nodiscard]] Result<void> load(const std::shared_ptr<const lesson::Lesson>&) override { return {}; }
    [[nodiscard]] Result<void> adopt(std::shared_ptr<const problem::Plan>, engine::Contents) override
    {
        m_warm = false;
        return m_script.adopt_error.empty() ? Result<void> {} : Error { m_script.adopt_error };
    }
    [[nodiscard]] Result<void> share(std::vector<SharedBuffer>) override { return {}; }
    [[nodiscard]] bool is_shared(std::string_view) const override { return false; }
    [[nodiscard]] Result<void> start() override
    {
        m_script.calls += 'b';
        m_idle = false;
        return {};
    }
    [[nodiscard]] Result<std::optional<engine::StepOutcome>> poll() override
    {
        m_idle = true;
        return std::optional { outcome(m_script.beside_frames) };
    }
    [[nodiscard]] Result<engine::StepOutcome> wait() override
    {
        m_script.calls += 'w';
        m_idle = true;
        return outcome(m_script.alone);
    }
    [[nodiscard]] bool idle() const override { return m_idle; }
    void interrupt(engine::Interruption) override { }
    [[nodiscard]] Result<engine::Series> measure(const engine::SeriesRequest&) override { return engine::Series {}; }
    [[nodiscard]] Result<engine::Sample> sample(const engine::SampleRequest&) override
    {
        m_script.calls += 's';
        if (!m_script.sample_error.empty())
            return Error { m_script.sample_error };
        if (!m_script.suited)
            return engine::Sample {};
        if (!std::exchange(m_warm, true))
            return engine::Sample { engine::Sample::Outcome::warmed_up, {}, 0 };
        return engine::Sample { engine::Sample::Outcome::taken, outcome(m_script.alone).timing, 2 };
    }
    [[nodiscard]] Result<void> read(problem::BufferIndex, std::span<std::byte>) override { return {}; }
    [[nodiscard]] Result<std::unique_ptr<engine::BufferCopy>> copy(problem::BufferIndex) override { return Error { "none" }; }

private:
    static engine::StepOutcome outcome(std::chrono::nanoseconds time)
    {
        engine::StepOutcome outcome;
        outcome.timing = { { { "accelerate_shared", time, false } }, time };
        outcome.spans = { { 0ns, time } };
        return outcome;
    }

    GpuScript& m_script;
    engine::Description m_description;
    bool m_idle = true;
    bool m_warm = false;
};

struct OnGpu {
    explicit OnGpu(GpuScript wanted = {}, LaunchTrial::Try wanted_trial = {})
        : script(std::move(wanted))
        , trial(std::move(wanted_trial))
    {
        program.select_lesson(*program.lessons().index_of("nbody"), kShared);
        EXPECT_TRUE(program.use_device(engines.current().description()));
        EXPECT_TRUE(program.set_parameter("n", "256"));
        stepper.finish_drawing_with([this] { script.calls += 'd'; });
    }
    // Runs a frame and returns its calls.
    std::string frame()
    {
        script.calls.clear();
        now += 16'667us;
        const auto ended = stepper.collect(now);
        spans_beside_frames += ended ? ended->spans.size() : 0;
        static_cast<void>(stepper.adopt(Stepper::GpuUse::free));
        held = stepper.start(Stepper::GpuUse::free, now);
        return script.calls;
    }
    [[nodiscard]] engine::TimingSummary timing() const { return stepper.section(nullptr).of(kShared).timing; }

    static constexpr std::size_t kShared = 2;
    GpuScript script;
    LaunchTrial::Try trial;
    Notices notices;
    Program program { lesson::shipped_lessons(), nullptr, notices, Urgency::usual };
    Engines engines = Engines::with_gpu(std::make_unique<ScriptedGpu>(script), Urgency::usual);
    Stepper stepper { program, engines, notices, trial, 1.0 };
    Stepper::Time now {};
    std::optional<engine::StepOutcome> held; // in the last frame
    std::size_t spans_beside_frames = 0;
};

TEST(Engines, AFileOfTheUserLeavesTheGpuUntilItIsTrusted)
{
    GpuScript script;
    Engines engines = Engines::with_gpu(std::make_unique<ScriptedGpu>(script), Urgency::usual);
    const auto shipped = lesson::shipped_lessons()->lessons().front();
    lesson::Lesson outside = *shipped;
    outside.origin.outside = "/home/ada/saxpy.cu";
    EXPECT_EQ(engines.kind_for(*shipped), EngineKind::gpu);
    EXPECT_EQ(engines.kind_for(outside), EngineKind::vm);
    ASSERT_TRUE(engines.select(EngineKind::vm));
    EXPECT_EQ(engines.kind_for(outside), EngineKind::vm);
    EXPECT_EQ(engines.kind_for(*shipped), EngineKind::gpu) << "the next lesson runs where the one before it ran";
    EXPECT_EQ(engines.kind_for(*shipped), EngineKind::vm) << "unless the user has chosen the virtual machine";
    EXPECT_FALSE(engines.trusts(outside));
    engines.trust(outside);
    EXPECT_TRUE(engines.trusts(outside));
    ASSERT_TRUE(engines.select(EngineKind::gpu));
    EXPECT_EQ(engines.kind_for(outside), EngineKind::gpu);
    outside.origin.outside = "/home/ada/other.cu";
    EXPECT_FALSE(engines.trusts(outside)) << "each file on its own";
}

TEST(Engines, AfterAFailureTheVirtualMachineRunsTheLessonAndTheGpuTheNext)
{
    GpuScript script;
    Engines engines = Engines::with_gpu(std::make_unique<ScriptedGpu>(script), Urgency::usual);
    const auto shipped = lesson::shipped_lessons()->lessons().front();
    engines.leave_gpu("No memory.");
    EXPECT_EQ(engines.take_failure(), "No memory.");
    EXPECT_EQ(engines.take_failure(), std::nullopt) << "said once";
    ASSERT_TRUE(engines.select(EngineKind::vm));
    EXPECT_TRUE(engines.has_gpu());
    EXPECT_EQ(engines.kind_for(*shipped), EngineKind::gpu) << "it may have room for the next";
}

TEST(Engines, ALostGpuIsNotUsedAgain)
{
    GpuScript script;
    Engines engines = Engines::with_gpu(std::make_unique<ScriptedGpu>(script), Urgency::usual);
    const auto shipped = lesson::shipped_lessons()->lessons().front();
    script.lost = true;
    engines.leave_gpu("The GPU is gone.");
    EXPECT_FALSE(engines.has_gpu());
    ASSERT_TRUE(engines.select(EngineKind::vm));
    EXPECT_FALSE(engines.select(EngineKind::gpu));
    EXPECT_APPROVED(engines.gpu_absence());
    EXPECT_EQ(engines.kind_for(*shipped), EngineKind::vm);
}

TEST(Engines, KernelsThatCouldNotBeCheckedLeaveTheGpuUntilTheUserAgrees)
{
    GpuScript script;
    Engines engines = Engines::with_gpu(std::make_unique<ScriptedGpu>(script), Urgency::usual);
    const auto shipped = lesson::shipped_lessons()->lessons().front();
    lesson::Lesson own = *shipped;
    own.origin.shipped = false;
    own.folder = "/home/ada/lessons/mine";
    EXPECT_EQ(engines.kind_for(own), EngineKind::gpu);
    engines.keep_off_gpu(own, "Its buffers are too large.");
    EXPECT_FALSE(engines.trusts(own));
    EXPECT_EQ(engines.kind_for(own), EngineKind::vm);
    EXPECT_APPROVED(engines.reason_off_gpu(own));
    EXPECT_TRUE(engines.trusts(*shipped)) << "other kernels";
    engines.trust(own);
    EXPECT_TRUE(engines.trusts(own));
    EXPECT_TRUE(engines.agreed_unchecked(own));
    EXPECT_EQ(engines.reason_off_gpu(own), "");
    own.ptx_text += "\n";
    EXPECT_FALSE(engines.agreed_unchecked(own)) << "the agreement was about the kernels, not about the folder";
}

// The same n-body, as if it did not come with the program.
void show_lesson_of_others(OnGpu& gpu)
{
    auto lesson = std::make_shared<lesson::Lesson>(*gpu.program.lesson());
    lesson->origin.shipped = false;
    const auto settings = gpu.program.settings();
    gpu.program.select_lesson(gpu.program.add_lesson(lesson), OnGpu::kShared);
    gpu.program.restore_settings(settings);
    gpu.stepper.change_kernels();
    gpu.stepper.restart();
}

std::string frames_until_decided(OnGpu& gpu)
{
    std::string calls = gpu.frame();
    gpu.stepper.gate().wait();
    return calls + gpu.frame();
}

TEST(LaunchOfForeignKernels, WaitsForTheTrial)
{
    std::binary_semaphore ends { 0 };
    OnGpu gpu { {}, [&ends](const TriedKernels&, const std::stop_token&) {
                   ends.acquire();
                   ends.release(); // further trials end at once
                   return Verdict {};
               } };
    show_lesson_of_others(gpu);
    EXPECT_NE(gpu.stepper.gate().reason_against_gpu(), "");
    EXPECT_EQ(gpu.frame(), "");
    EXPECT_EQ(gpu.stepper.adopted(), nullptr);
    ends.release();
    gpu.stepper.gate().wait();
    EXPECT_NE(frames_until_decided(gpu), "");
    EXPECT_NE(gpu.stepper.adopted(), nullptr);
    EXPECT_EQ(gpu.stepper.gate().reason_against_gpu(), "");
}

TEST(LaunchOfForeignKernels, DoesNotHappenAfterAFault)
{
    OnGpu gpu { {}, [](const TriedKernels&, const std::stop_token&) {
                   return Verdict { "It faults.", {} };
               } };
    show_lesson_of_others(gpu);
    EXPECT_EQ(frames_until_decided(gpu), "");
    EXPECT_EQ(gpu.stepper.adopted(), nullptr);
    gpu.engines.trust(*gpu.program.lesson());
    EXPECT_EQ(frames_until_decided(gpu), "") << "there is nothing to agree to";
}

TEST(LaunchOfForeignKernels, WithoutACheckNeedsAnAgreement)
{
    OnGpu gpu { {}, [](const TriedKernels&, const std::stop_token&) {
                   return Verdict { {}, "Too large to check." };
               } };
    show_lesson_of_others(gpu);
    EXPECT_EQ(frames_until_decided(gpu), "");
    EXPECT_EQ(gpu.stepper.adopted(), nullptr);
    EXPECT_APPROVED(gpu.stepper.gate().take_refusal());
    EXPECT_EQ(gpu.stepper.gate().take_refusal(), "") << "said once";
    EXPECT_EQ(gpu.engines.kind_for(*gpu.program.lesson()), EngineKind::vm);
    gpu.engines.trust(*gpu.program.lesson());
    EXPECT_NE(frames_until_decided(gpu), "");
    EXPECT_NE(gpu.stepper.adopted(), nullptr);
}

TEST(QuietSteps, SamplesAreTakenBetweenStepsWhenDrawingHasFinished)
{
    OnGpu gpu;
    EXPECT_EQ(gpu.frame(), "b");
    EXPECT_EQ(gpu.frame(), "b");
    EXPECT_EQ(gpu.frame(), "dsb") << "two steps have ended: warm-up";
    EXPECT_EQ(gpu.timing().samples, 0U) << "steps that run concurrently with frames do not count";
    for (std::size_t sample = 1; sample <= 21; ++sample) {
        EXPECT_EQ(gpu.frame(), "dsb");
        EXPECT_EQ(gpu.timing().samples, sample);
    }
    EXPECT_EQ(gpu.timing().median, 1ms);
    EXPECT_EQ(gpu.timing().maximum, 1ms);
    EXPECT_EQ(gpu.timing().sampling, Sampling::quiet_series);
    EXPECT_EQ(gpu.stepper.steps(), 23U) << "the simulation advances only by its steps";
    const auto section = gpu.stepper.section(nullptr);
    ASSERT_EQ(section.works.size(), 1U);
    EXPECT_EQ(section.works[0].timing.median, 1ms);
    EXPECT_EQ(section.history.size(), 21U);
    EXPECT_GT(section.merit, 0.0);
}

TEST(QuietSteps, FramesAreHeldIfTheEngineTakesNoSamples)
{
    OnGpu gpu({ .suited = false });
    gpu.frame();
    gpu.frame();
    EXPECT_EQ(gpu.frame(), "dsb");
    EXPECT_EQ(gpu.frame(), "dbw");
    ASSERT_TRUE(gpu.held);
    EXPECT_EQ(gpu.held->spans.size(), 1U);
    EXPECT_EQ(gpu.spans_beside_frames, 0U) << "transfer times measured concurrently with frames are not shown";
    EXPECT_TRUE(gpu.stepper.idle()) << "no frame is drawn concurrently";
    EXPECT_EQ(gpu.stepper.steps(), 4U) << "it counts as a step";
    EXPECT_EQ(gpu.timing().samples, 1U);
    EXPECT_EQ(gpu.timing().median, 1ms);
    EXPECT_EQ(gpu.timing().sampling, Sampling::quiet_step);
}

TEST(QuietSteps, AStepOfManySecondsNeverBlocks)
{
    OnGpu gpu({ .beside_frames = 10s });
    for (int frame = 0; frame < 5; ++frame)
        EXPECT_EQ(gpu.frame(), "b");
    EXPECT_EQ(gpu.timing().samples, 3U);
    EXPECT_EQ(gpu.timing().sampling, Sampling::while_drawing);
}

TEST(QuietSteps, AFaultInASampleStopsAndIsReported)
{
    OnGpu gpu({ .sample_error = "The GPU is gone." });
    gpu.frame();
    gpu.frame();
    EXPECT_EQ(gpu.frame(), "ds");
    EXPECT_TRUE(gpu.stepper.broken());
    EXPECT_EQ(gpu.frame(), "");
    EXPECT_APPROVED(gpu.engines.take_failure().value_or(""));
}

TEST(QuietSteps, APlanThatAGpuRefusesIsAFailureOfTheDevice)
{
    OnGpu gpu({ .adopt_error = "No memory." });
    EXPECT_EQ(gpu.frame(), "");
    EXPECT_EQ(gpu.engines.take_failure(), "No memory.");
}

TEST(QuietSteps, AnotherVariantIsMeasuredAgainAndNothingWhilePaused)
{
    OnGpu gpu;
    for (int frame = 0; frame < 6; ++frame)
        gpu.frame();
    const auto before = gpu.timing().samples;
    gpu.program.select_variant(OnGpu::kShared + 1, gpu.now);
    gpu.stepper.change_plan();
    EXPECT_EQ(gpu.frame(), "b") << "the earlier step is not counted";
    EXPECT_EQ(gpu.frame(), "b");
    EXPECT_EQ(gpu.frame(), "dsb");
    EXPECT_EQ(gpu.frame(), "dsb");
    EXPECT_EQ(gpu.stepper.section(nullptr).of(OnGpu::kShared + 1).timing.samples, 1U);
    EXPECT_EQ(gpu.timing().samples, before);
    gpu.stepper.toggle_pause();
    EXPECT_EQ(gpu.frame(), "");
}

} // namespace
} // namespace warpstage::session

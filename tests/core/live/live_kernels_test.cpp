// An edit from the text to the adopted lesson, without a GPU.
#include "core/gpu/nvrtc/nvrtc_compiler.h"
#include "core/live/live_kernels.h"
#include "tests/approved.h"
#include "tests/core/live/edited.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::live {
namespace {

class LiveKernelsTest : public testing::Test {
protected:
    void SetUp() override
    {
        const auto compiler = gpu::NvrtcCompiler::load();
        if (!compiler)
            GTEST_SKIP() << compiler.error().message;
    }

    Edit edit_of(const std::string& source, bool on_gpu = false)
    {
        return { m_lesson, "reduce3", m_lesson->initial_settings(), on_gpu, source };
    }

    static LiveOptions patient()
    {
        LiveOptions options;
        options.limits.result = options.limits.hazards = std::chrono::minutes(2);
        options.gpu.limit = std::chrono::minutes(1);
        options.compiler_limit = std::chrono::minutes(2);
        return options;
    }

    static std::optional<Outcome> outcome_of(LiveKernels& kernels, Edit edit)
    {
        kernels.submit(std::move(edit));
        kernels.wait_until_idle();
        return kernels.take();
    }

    std::shared_ptr<const lesson::Lesson> m_lesson = shipped("05-reduction");
};

TEST_F(LiveKernelsTest, ACorrectKernelIsAdopted)
{
    LiveKernels kernels { patient() };
    const auto source = edited(*m_lesson, "void reduce3(", "s /= 2", "s >>= 1");
    const auto outcome = outcome_of(kernels, edit_of(source));
    ASSERT_TRUE(outcome);
    ASSERT_FALSE(outcome->finding) << outcome->finding->message;
    ASSERT_NE(outcome->lesson, nullptr);
    EXPECT_EQ(outcome->lesson->source, source);
    ASSERT_EQ(outcome->times.size(), 3U);
    EXPECT_EQ(outcome->times[0].stage, Stage::compiler);
    EXPECT_EQ(outcome->times[1].stage, Stage::virtual_machine);
    EXPECT_EQ(outcome->times[2].stage, Stage::hazards);
    EXPECT_FALSE(kernels.take()); // reported once
}

TEST_F(LiveKernelsTest, AnIncorrectKernelIsRejectedAndTheNextOneAdopted)
{
    LiveKernels kernels { patient() };
    const auto wrong = outcome_of(kernels, edit_of(edited(*m_lesson, "void reduce3(", "tid < s", "tid < q")));
    ASSERT_TRUE(wrong && wrong->finding);
    EXPECT_EQ(wrong->lesson, nullptr);
    EXPECT_EQ(wrong->finding->stage, Stage::compiler);
    EXPECT_THAT(m_lesson->source_lines.at(wrong->finding->line - 1), testing::HasSubstr("if (tid < s)"));
    const auto right = outcome_of(kernels, edit_of(m_lesson->source));
    ASSERT_TRUE(right);
    EXPECT_NE(right->lesson, nullptr);
}

TEST_F(LiveKernelsTest, OtherBuildsFollowTheShownVariant)
{
    LiveKernels kernels { patient() };
    const auto both = outcome_of(kernels, edit_of("// first\n" + m_lesson->source));
    ASSERT_TRUE(both && both->lesson) << "taken late: one outcome for all builds";
    EXPECT_NE(both->lesson->module, m_lesson->module);
    EXPECT_NE(both->lesson->builds.front().module, m_lesson->builds.front().module);

    // Only the build for compute capability 8.0 compiles this code.
    const auto shown =
        outcome_of(kernels, edit_of(edited(*m_lesson, "__CUDA_ARCH__", "__reduce_add_sync(", "no_such_function(")));
    ASSERT_TRUE(shown);
    EXPECT_FALSE(shown->finding);
    ASSERT_NE(shown->lesson, nullptr);
    EXPECT_EQ(shown->lesson->builds.front().module, m_lesson->builds.front().module);
    const auto other = kernels.take();
    ASSERT_TRUE(other && other->finding);
    EXPECT_TRUE(other->of_the_rest);
    EXPECT_EQ(other->lesson, nullptr);
    EXPECT_THAT(other->finding->message, testing::HasSubstr("no_such_function"));
}

// If taken immediately, the first outcome has only the kernels of the shown variant.
TEST_F(LiveKernelsTest, OtherKernelsFollowTheShownOnes)
{
    LiveKernels kernels { patient() };
    kernels.submit(edit_of("// first\n" + m_lesson->source));
    std::optional<Outcome> shown;
    while (!shown)
        shown = kernels.take();
    ASSERT_NE(shown->lesson, nullptr) << shown->finding->message;
    kernels.wait_until_idle();
    const auto rest = kernels.take();
    ASSERT_TRUE(rest) << "it takes the compiler longer than this loop takes a turn";
    EXPECT_TRUE(rest->of_the_rest);
    ASSERT_NE(rest->lesson, nullptr);
    EXPECT_EQ(shown->lesson->module, m_lesson->module);
    EXPECT_NE(rest->lesson->module, m_lesson->module);
    EXPECT_NE(shown->lesson->find_kernel("reduce3").module, m_lesson->find_kernel("reduce3").module);
    EXPECT_EQ(shown->lesson->find_kernel("reduce2").module, m_lesson->find_kernel("reduce2").module);
    EXPECT_EQ(rest->lesson->builds.size(), m_lesson->builds.size());
}

TEST_F(LiveKernelsTest, ARenamedKernelIsReportedAsMissing)
{
    LiveKernels kernels { patient() };
    const auto outcome = outcome_of(kernels, edit_of(edited(*m_lesson, "__global__ void reduce3(", "reduce3", "renamed")));
    ASSERT_TRUE(outcome && outcome->finding);
    EXPECT_THAT(
        outcome->finding->message, testing::AllOf(testing::HasSubstr("kernel `reduce3`"), testing::HasSubstr("not contain")));
}

TEST_F(LiveKernelsTest, TheNewestEditWins)
{
    LiveKernels kernels { patient() };
    for (int i = 0; i < 5; ++i)
        kernels.submit(edit_of("// " + std::to_string(i) + "\n" + m_lesson->source));
    kernels.wait_until_idle();
    const auto outcome = kernels.take();
    ASSERT_TRUE(outcome);
    EXPECT_THAT(outcome->edit.source, testing::StartsWith("// 4\n"));
}

// The worker process, simulated by a shell.
TEST_F(LiveKernelsTest, AFindingOfTheWorkerRejectsTheKernel)
{
    auto options = patient();
    options.gpu.program = "/bin/sh";
    options.gpu.arguments = { "-c", "read line; echo '{\"fault\": \"An illegal address.\"}'" };
    LiveKernels kernels { options };
    for (int time = 0; time < 2; ++time) { // the second one meets a new process
        const auto outcome = outcome_of(kernels, edit_of(m_lesson->source, true));
        ASSERT_TRUE(outcome && outcome->finding);
        EXPECT_EQ(outcome->finding->stage, Stage::gpu);
        EXPECT_APPROVED(outcome->finding->message);
        ASSERT_TRUE(outcome->lesson && outcome->lesson->flaw) << "it is shown on the virtual machine";
        EXPECT_EQ(outcome->lesson->flaw->sentence, outcome->finding->message);
        EXPECT_EQ(outcome->lesson->flaw->good, m_lesson);
    }
}

TEST_F(LiveKernelsTest, ACrashOfTheWorkerRejectsTheKernel)
{
    auto options = patient();
    options.gpu.program = "/bin/sh";
    options.gpu.arguments = { "-c", "read line; kill -KILL $$" };
    LiveKernels kernels { options };
    const auto outcome = outcome_of(kernels, edit_of(m_lesson->source, true));
    ASSERT_TRUE(outcome && outcome->finding);
    EXPECT_APPROVED(outcome->finding->message);
}

TEST_F(LiveKernelsTest, AKernelAcceptedByTheWorkerIsAdopted)
{
    auto options = patient();
    options.gpu.program = "/bin/sh";
    options.gpu.arguments = { "-c", "while read line; do echo '{\"fault\": \"\"}'; done" };
    LiveKernels kernels { options };
    const auto outcome = outcome_of(kernels, edit_of(m_lesson->source, true));
    ASSERT_TRUE(outcome);
    EXPECT_FALSE(outcome->finding);
    EXPECT_NE(outcome->lesson, nullptr);
    EXPECT_EQ(outcome->times.size(), 5U);
}

// A fault on the GPU would end the worker and, with some drivers, also the stage.
TEST_F(LiveKernelsTest, AFaultAtFullSizeDoesNotReachTheWorker)
{
    auto options = patient();
    options.gpu.program = "/bin/sh";
    options.gpu.arguments = { "-c", "read line; echo '{\"fault\": \"It reached the worker.\"}'" };
    options.real_size.most = std::chrono::minutes(2);
    LiveKernels kernels { options };
    auto edit =
        edit_of(edited(*m_lesson, "void reduce3(", "sdata[tid + s]", "sdata[tid + s + (n > 100000 ? 1 << 20 : 0)]"), true);
    ASSERT_TRUE(edit.settings.set(m_lesson->problem->parameters(), "n", "2^20").ok());
    const auto outcome = outcome_of(kernels, std::move(edit));
    ASSERT_TRUE(outcome && outcome->finding);
    EXPECT_EQ(outcome->finding->stage, Stage::real_size);
    EXPECT_THAT(outcome->finding->message, testing::EndsWith(" A smaller run passed; the error occurs at this size."));
    ASSERT_TRUE(outcome->lesson && outcome->lesson->flaw);
    EXPECT_EQ(outcome->lesson->find_variant("reduce3")->expects, "out of bounds") << "the recorded run shows it";
}

} // namespace
} // namespace warpstage::live

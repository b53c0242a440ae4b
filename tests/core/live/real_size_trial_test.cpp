// Full-size blocks on the virtual machine: errors that a small run does not show.
#include "core/gpu/nvrtc/nvrtc_compiler.h"
#include "core/live/compiled_kernels.h"
#include "core/live/real_size_trial.h"
#include "tests/approved.h"
#include "tests/core/live/edited.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::live {
namespace {

using testing::HasSubstr;

RealSizeLimits all_blocks()
{
    RealSizeLimits limits;
    limits.usual = limits.most = std::chrono::minutes(2);
    return limits;
}

RealSizeLimits first_and_last()
{
    auto limits = all_blocks();
    limits.usual = std::chrono::milliseconds(0);
    return limits;
}

class RealSizeTrial : public testing::Test {
protected:
    void SetUp() override
    {
        const auto compiler = gpu::NvrtcCompiler::load();
        if (!compiler)
            GTEST_SKIP() << compiler.error().message;
        // 80 blocks of 256 threads.
        ASSERT_TRUE(m_settings.set(m_lesson->problem->parameters(), "n", "20480").ok());
    }

    // The n-body lesson with one edit in its simplest kernel.
    TrialLook look_at(const std::string& from, const std::string& to, const RealSizeLimits& limits)
    {
        const auto& variant = *m_lesson->find_variant("global");
        const auto source = edited(*m_lesson, "void accelerate_global(", from, to);
        gpu::CompileProcess compiler { std::chrono::minutes(2) };
        const auto kernels = *compile_kernels_of(compiler, *m_lesson, variant, source);
        VERIFY(kernels.has_value());
        auto changed = with_kernels(*m_lesson, *kernels);
        VERIFY(changed.ok());
        return try_real_size(*changed, variant, m_settings, limits);
    }

    std::shared_ptr<const lesson::Lesson> m_lesson = shipped("06-nbody");
    problem::Settings m_settings = m_lesson->initial_settings();
};

TEST_F(RealSizeTrial, CorrectKernelsPass)
{
    const auto look = look_at("ax[i] = ", "ax[i] = ", first_and_last());
    EXPECT_FALSE(look.finding) << look.finding->message;
    EXPECT_EQ(look.remark, "");
}

TEST_F(RealSizeTrial, AFaultAtThisSizeHasItsLineAndThread)
{
    const auto look = look_at("ax[i] = ", "ax[i + (n > 10000 ? 1u << 28 : 0u)] = ", first_and_last());
    ASSERT_TRUE(look.finding && look.finding->trap);
    EXPECT_EQ(look.finding->stage, Stage::real_size);
    EXPECT_EQ(look.finding->trap->kind, simt::TrapKind::out_of_bounds);
    EXPECT_EQ(look.finding->trap->block, (Dim3 { 0, 0, 0 }));
    EXPECT_THAT(m_lesson->source_lines.at(look.finding->line - 1), HasSubstr("ax[i] = "));
}

TEST_F(RealSizeTrial, TheLastBlockIsAlwaysTested)
{
    const auto look = look_at("ax[i] = ", "ax[i + (i == 20479 ? 1 : 0)] = ", first_and_last());
    ASSERT_TRUE(look.finding && look.finding->trap);
    EXPECT_EQ(look.finding->trap->block, (Dim3 { 79, 0, 0 }));
    EXPECT_EQ(look.finding->trap->lane, 31U);
}

TEST_F(RealSizeTrial, InnerBlocksAreTestedWithinTheTimeLimit)
{
    const std::string from = "ax[i] = ";
    const std::string to = "ax[i + (i == 10000 ? 1 << 28 : 0)] = ";
    EXPECT_FALSE(look_at(from, to, first_and_last()).finding);
    const auto look = look_at(from, to, all_blocks());
    ASSERT_TRUE(look.finding && look.finding->trap);
    EXPECT_EQ(look.finding->trap->block.x, 10000U / 256);
}

TEST_F(RealSizeTrial, EndlessBlocksAreLeftToTheTimeLimitOfTheWorker)
{
    auto limits = first_and_last();
    limits.most = std::chrono::milliseconds(300);
    const auto look = look_at("k < n; ++k", "k < n; k = k == n - 1 ? 0 : k + 1", limits);
    EXPECT_FALSE(look.finding);
    EXPECT_APPROVED(look.remark);
}

TEST_F(RealSizeTrial, BuffersTooLargeForACopyAreNotTested)
{
    auto limits = first_and_last();
    limits.bytes = 65536;
    const auto look = try_real_size(m_lesson, *m_lesson->find_variant("global"), m_settings, limits);
    EXPECT_FALSE(look.finding);
    EXPECT_THAT(look.remark, HasSubstr("a second copy of its buffers would need "));
    EXPECT_THAT(look.remark, testing::EndsWith(" MiB; the limit is 0 MiB."));
}

TEST_F(RealSizeTrial, AnExpectedFaultIsNotAFinding)
{
    const auto faults = shipped("12-hazards");
    for (const auto& variant : faults->variants) {
        const auto look = try_real_size(faults, variant, faults->initial_settings(), all_blocks());
        EXPECT_FALSE(look.finding) << variant.id << ": " << look.finding->message;
    }
}

} // namespace
} // namespace warpstage::live

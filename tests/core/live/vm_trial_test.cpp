// The first run of edited kernels. Their PTX is created by modifying that of a shipped lesson.
#include "core/gpu/nvrtc/nvrtc_compiler.h"
#include "core/live/compiled_kernels.h"
#include "core/live/vm_trial.h"
#include "tests/approved.h"
#include "tests/core/live/edited.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::live {
namespace {

// Long enough also on a computer busy with other tests.
TrialLimits patient()
{
    TrialLimits limits;
    limits.result = limits.hazards = std::chrono::minutes(2);
    return limits;
}

// Both runs of a trial.
Result<VmTrial::Hazards> trial_of(
    const std::shared_ptr<const lesson::Lesson>& lesson, const std::string& variant_id, const TrialLimits& limits)
{
    const auto& variant = *lesson->find_variant(variant_id);
    const auto trial = VmTrial::prepare(lesson, variant, trial_settings(*lesson, variant, lesson->initial_settings()));
    if (!trial)
        return trial.error();
    auto compared = trial->compare(limits);
    if (!compared)
        return compared.error();
    if (*compared)
        return VmTrial::Hazards { std::move(*compared), false };
    return trial->look_for_hazards(limits);
}

class VmTrialOfReduction : public testing::Test {
protected:
    void SetUp() override
    {
        const auto compiler = gpu::NvrtcCompiler::load();
        if (!compiler)
            GTEST_SKIP() << compiler.error().message;
    }

    std::shared_ptr<const lesson::Lesson> compiled(const std::string& source)
    {
        gpu::CompileProcess compiler { std::chrono::minutes(2) };
        const auto kernels = compile_kernels(compiler, *m_lesson, source, builds_of(*m_lesson));
        VERIFY(kernels.texts.ok());
        auto changed = with_kernels(*m_lesson, *kernels.texts);
        VERIFY(changed.ok());
        return *std::move(changed);
    }

    Result<VmTrial::Hazards> trial_of(const std::string& source, const TrialLimits& limits = patient())
    {
        return live::trial_of(compiled(source), "reduce3", limits);
    }

    std::string finding_of(const std::string& from, const std::string& to, const TrialLimits& limits = patient())
    {
        const auto trial = trial_of(edited(*m_lesson, "void reduce3(", from, to), limits);
        if (!trial)
            return trial.error().message;
        return trial->finding ? trial->finding->message : "";
    }

    std::shared_ptr<const lesson::Lesson> m_lesson = shipped("05-reduction");
};

TEST_F(VmTrialOfReduction, CorrectKernelsPass)
{
    const auto lesson = compiled(m_lesson->source);
    for (const auto& variant : lesson->variants) {
        const auto trial = live::trial_of(lesson, variant.id, patient());
        ASSERT_TRUE(trial.ok()) << variant.id << ": " << trial.error().message;
        EXPECT_FALSE(trial->finding) << variant.id << ": " << trial->finding->message;
        EXPECT_FALSE(trial->cut_short);
    }
}

TEST_F(VmTrialOfReduction, AnOutOfBoundsAccessIsFoundWithItsLine)
{
    const auto trial = trial_of(edited(*m_lesson, "void reduce3(", "sdata[tid + s]", "sdata[tid + s + 4096]"));
    ASSERT_TRUE(trial.ok());
    ASSERT_TRUE(trial->finding);
    EXPECT_EQ(trial->finding->stage, Stage::virtual_machine);
    ASSERT_TRUE(trial->finding->trap);
    EXPECT_EQ(trial->finding->trap->kind, simt::TrapKind::out_of_bounds);
    EXPECT_THAT(m_lesson->source_lines.at(trial->finding->line - 1), testing::HasSubstr("sdata[tid] += sdata[tid + s]"));
}

TEST_F(VmTrialOfReduction, AWrongResultIsFound)
{
    EXPECT_APPROVED(finding_of("sdata[tid] +=", "sdata[tid] ="));
}

TEST_F(VmTrialOfReduction, AWrongResultHasElementAndThread)
{
    const auto trial = trial_of(edited(*m_lesson, "void reduce3(", "sdata[tid] +=", "sdata[tid] ="));
    ASSERT_TRUE(trial.ok() && trial->finding && trial->finding->difference);
    EXPECT_EQ(trial->finding->difference->index, 0U);
    EXPECT_NE(trial->finding->difference->found, trial->finding->difference->expected);
    ASSERT_TRUE(trial->finding->writer);
    EXPECT_EQ(trial->finding->writer->block, (Dim3 { 0, 0, 0 }));
    EXPECT_EQ(trial->finding->writer->warp, 0U);
    EXPECT_EQ(trial->finding->writer->lane, 0U);
}

// The element is not written by the recorded kernel; the reported thread computes the accelerations of the body.
TEST_F(VmTrialOfReduction, AWrongPositionHasTheThreadThatAcceleratesTheBody)
{
    const auto nbody = shipped("06-nbody");
    gpu::CompileProcess compiler { std::chrono::minutes(2) };
    const auto kernels = *compile_kernels_of(compiler, *nbody, *nbody->find_variant("global"),
        edited(*nbody, "void accelerate_global(", "ax[i] = ", "ax[i] = (i == 70 ? 1e6f : 0.0f) + "));
    ASSERT_TRUE(kernels);
    const auto changed = with_kernels(*nbody, *kernels);
    ASSERT_TRUE(changed.ok());
    const auto trial = live::trial_of(*changed, "global", patient());
    ASSERT_TRUE(trial.ok() && trial->finding && trial->finding->difference) << "no wrong element";
    EXPECT_EQ(trial->finding->difference->index, 70U);
    ASSERT_TRUE(trial->finding->writer);
    EXPECT_EQ(trial->finding->writer->block, (Dim3 { 0, 0, 0 }));
    EXPECT_EQ(trial->finding->writer->warp, 2U);
    EXPECT_EQ(trial->finding->writer->lane, 6U);
    EXPECT_THAT((*changed)->source_lines.at(trial->finding->writer->line - 1), testing::HasSubstr("[i] = "));
}

// Lanes run in lock step here, so the result is correct; only the check for races detects this fault.
TEST_F(VmTrialOfReduction, AMissingBarrierIsFound)
{
    EXPECT_THAT(finding_of("            sdata[tid] += sdata[tid + s];\n        __syncthreads();",
                    "            sdata[tid] += sdata[tid + s];\n"),
        testing::AnyOf(testing::HasSubstr("race"), testing::StartsWith("The result is wrong: ")));
}

TEST_F(VmTrialOfReduction, AnEndlessLoopEnds)
{
    EXPECT_THAT(finding_of("s > 0; s /= 2", "s > 0; s *= 1"), testing::HasSubstr("this loop probably never ends"));
}

TEST_F(VmTrialOfReduction, TimeIsLimited)
{
    TrialLimits limits;
    limits.result = std::chrono::milliseconds(100);
    limits.instruction_budget = std::uint64_t { 1 } << 60;
    EXPECT_APPROVED(finding_of("s > 0; s /= 2", "s > 0; s *= 1", limits));
}

TEST(TrialSettings, SizesAreHalvedAndOtherSettingsKept)
{
    const auto lesson = shipped("05-reduction");
    const auto& variant = *lesson->find_variant("reduce3");
    auto asked = lesson->initial_settings(EngineKind::gpu);
    ASSERT_TRUE(asked.set(lesson->problem->parameters(), "block", "128").ok());
    const auto chosen = trial_settings(*lesson, variant, asked);
    EXPECT_EQ(chosen.integer("n"), 16384);
    EXPECT_EQ(chosen.text("block"), "128");
}

// A variant that demonstrates a fault passes with it.
TEST(VmTrial, AVariantWithAnExpectedFaultPasses)
{
    const auto lesson = shipped("12-hazards");
    for (const auto& variant : lesson->variants) {
        const auto trial = trial_of(lesson, variant.id, patient());
        ASSERT_TRUE(trial.ok()) << variant.id << ": " << trial.error().message;
        EXPECT_FALSE(trial->finding) << variant.id << ": " << trial->finding->message;
    }
}

} // namespace
} // namespace warpstage::live

// Lessons with edited kernels.
#include "core/gpu/nvrtc/nvrtc_compiler.h"
#include "core/live/compiled_kernels.h"
#include "tests/core/live/edited.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::live {
namespace {

KernelTexts kernels_of_lesson(const lesson::Lesson& lesson)
{
    KernelTexts texts { lesson.source, lesson.ptx_text, {}, {} };
    for (const auto& build : lesson.builds)
        texts.builds.emplace(build.name, build.ptx_text);
    return texts;
}

TEST(WithKernels, TheLessonHasTheNewTexts)
{
    const auto lesson = shipped("05-reduction");
    auto texts = kernels_of_lesson(*lesson);
    texts.source = "// first\n" + texts.source;
    const auto changed = with_kernels(*lesson, texts);
    ASSERT_TRUE(changed.ok()) << changed.error().message;
    EXPECT_EQ((*changed)->source_lines.front(), "// first");
    EXPECT_EQ((*changed)->source_lines.size(), lesson->source_lines.size() + 1);
    EXPECT_EQ((*changed)->problem, lesson->problem);
    EXPECT_NE((*changed)->module, lesson->module);
    EXPECT_NE((*changed)->find_kernel("reduce_redux<256>@sm_80").function, nullptr);
}

TEST(WithKernels, AMissingKernelIsReported)
{
    const auto lesson = shipped("05-reduction");
    auto texts = kernels_of_lesson(*lesson);
    for (std::size_t at = texts.ptx.find("reduce3"); at != std::string::npos; at = texts.ptx.find("reduce3", at))
        texts.ptx.replace(at, 7, "reduce_");
    const auto changed = with_kernels(*lesson, texts);
    ASSERT_FALSE(changed.ok());
    EXPECT_THAT(
        changed.error().message, testing::AllOf(testing::HasSubstr("kernel `reduce3`"), testing::HasSubstr("not contain")));
}

TEST(WithKernels, PtxThatCannotBeReadIsRefused)
{
    const auto lesson = shipped("05-reduction");
    auto texts = kernels_of_lesson(*lesson);
    texts.ptx = "this is no PTX";
    EXPECT_FALSE(with_kernels(*lesson, texts).ok());
}

TEST(WithKernels, AMissingBuildKeepsItsPtx)
{
    const auto lesson = shipped("05-reduction");
    auto texts = kernels_of_lesson(*lesson);
    texts.builds.clear();
    auto changed = with_kernels(*lesson, texts);
    ASSERT_TRUE(changed.ok());
    EXPECT_NE((*changed)->module, lesson->module);
    EXPECT_EQ((*changed)->builds.front().module, lesson->builds.front().module);
    texts = kernels_of_lesson(*lesson);
    texts.ptx.clear();
    changed = with_kernels(*lesson, texts);
    ASSERT_TRUE(changed.ok());
    EXPECT_EQ((*changed)->module, lesson->module);
    EXPECT_NE((*changed)->builds.front().module, lesson->builds.front().module);
}

TEST(BuildsOf, AVariantHasThoseOfItsKernels)
{
    const auto lesson = shipped("05-reduction");
    EXPECT_EQ(builds_of(*lesson), (Builds { "", "sm_80" }));
    EXPECT_EQ(builds_of(*lesson, *lesson->find_variant("reduce3")), Builds { "" });
    EXPECT_EQ(builds_of(*lesson, *lesson->find_variant("redux")), Builds { "sm_80" });
    EXPECT_EQ(builds_of(*lesson, *lesson->find_variant("sequential")), Builds { "" }) << "no kernel at all";
}

class CompileKernels : public testing::Test {
protected:
    void SetUp() override
    {
        const auto compiler = gpu::NvrtcCompiler::load();
        if (!compiler)
            GTEST_SKIP() << compiler.error().message;
    }

    gpu::CompileProcess m_compiler { std::chrono::minutes(2) };
};

// Every lesson can be edited, with all its builds.
TEST_F(CompileKernels, EveryShippedLessonCompiles)
{
    for (const auto& entry : std::filesystem::directory_iterator { std::filesystem::path { WARPSTAGE_ASSETS } / "lessons" }) {
        const auto lesson = shipped(entry.path().filename());
        const auto compiled = compile_kernels(m_compiler, *lesson, lesson->source, builds_of(*lesson));
        ASSERT_TRUE(compiled.texts.ok()) << entry << ": " << compiled.texts.error().message;
        EXPECT_EQ(compiled.texts->builds.size(), lesson->builds.size());
        const auto changed = with_kernels(*lesson, *compiled.texts);
        EXPECT_TRUE(changed.ok()) << entry << ": " << changed.error().message;
    }
}

TEST_F(CompileKernels, ErrorsHaveTheirLine)
{
    const auto lesson = shipped("05-reduction");
    const auto compiled =
        compile_kernels(m_compiler, *lesson, edited(*lesson, "void reduce3(", "tid < s", "tid < q"), builds_of(*lesson));
    ASSERT_FALSE(compiled.texts.ok());
    ASSERT_FALSE(compiled.diagnostics.empty());
    EXPECT_THAT(lesson->source_lines.at(compiled.diagnostics.front().line - 1), testing::HasSubstr("if (tid < s)"));
    EXPECT_THAT(compiled.texts.error().message, testing::HasSubstr("identifier \"q\" is undefined"));
}

} // namespace
} // namespace warpstage::live

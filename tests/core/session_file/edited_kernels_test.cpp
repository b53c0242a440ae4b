// A presenter's edited kernels as a file, and hostile ones.
#include "core/lesson/catalog.h"
#include "core/lesson/edited/kernel_texts.h"
#include "core/session_file/edited_kernels.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::session_file {
namespace {

using ::testing::HasSubstr;

const lesson::Lesson& installed(std::string_view id = "transpose")
{
    static const std::vector roots { std::filesystem::path { WARPSTAGE_ASSETS } / "lessons" };
    static const auto catalog = lesson::Catalog::load(roots);
    return **catalog.find(id);
}

std::shared_ptr<const lesson::Lesson> edited()
{
    const lesson::Lesson& lesson = installed();
    lesson::KernelTexts texts {
        .source = "// edited\n" + lesson.source, .ptx = lesson.ptx_text + "\n// edited\n", .builds = {}, .partial = {}
    };
    texts.partial.emplace("", lesson.ptx_text);
    return *lesson::with_kernels(lesson, texts);
}

std::string with(std::string text, std::string_view before, std::string_view after)
{
    const auto at = text.find(before);
    EXPECT_NE(at, std::string::npos) << before;
    return at == std::string::npos ? text : text.replace(at, before.size(), after);
}

std::string refusal(const std::string& text, const lesson::Lesson& lesson = installed())
{
    const auto read = read_kernels(text, lesson);
    return read ? "" : read.error().message;
}

TEST(EditedKernels, AreReadAsTheyWereWritten)
{
    const auto lesson = edited();
    const auto read = read_kernels(kernels_text(*lesson), installed());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ((*read)->source, lesson->source);
    EXPECT_EQ((*read)->source_lines.front(), "// edited");
    EXPECT_EQ((*read)->ptx_text, lesson->ptx_text);
    EXPECT_EQ((*read)->builds.size(), lesson->builds.size());
    EXPECT_TRUE((*read)->origin.edited);
    EXPECT_EQ((*read)->title, installed().title);
}

TEST(EditedKernels, KeepChangedLaunches)
{
    const std::vector<problem::Relaunch> launches { { "tiled", "tiled<32, 8>", problem::LaunchChange::swapped } };
    const std::string text = kernels_text(*lesson::with_launches(installed(), launches));
    const auto read = read_kernels(text, installed());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(problem::relaunches_of(*(*read)->problem), launches);
    EXPECT_NE(refusal(with(text, "\"swapped\"", "\"turned\"")), "");
    EXPECT_NE(refusal(with(text, "\"swapped\"", "1")), "");
}

TEST(EditedKernels, OfAnotherLessonAreRefused)
{
    EXPECT_APPROVED(refusal(kernels_text(*edited()), installed("reduction")));
}

TEST(EditedKernels, WhatIsNoSuchFileIsRefused)
{
    for (const char* text : { "", "{", "[]", "null", "{}", "<script>alert(1)</script>", "{\"warpstage_kernels\":\"1\"}",
             "{\"warpstage_kernels\":-1}" })
        EXPECT_APPROVED(refusal(text)) << text;
    EXPECT_THAT(refusal("{\"warpstage_kernels\":2}"), HasSubstr("format"));
    EXPECT_THAT(refusal(std::string(std::size_t { 5 } << 20, '[')), HasSubstr("maximum"));
    EXPECT_APPROVED(refusal(std::string(std::size_t { 3 } << 20, '[')));
    const std::string text = kernels_text(*edited());
    for (const auto* change : { "\"lesson\"", "\"source\"", "\"kernels\"", "\"build\"", "\"partial\"", "\"ptx\"" })
        EXPECT_APPROVED(refusal(with(text, change, "\"x\""))) << change;
    EXPECT_APPROVED(refusal(with(text, "\"partial\":true", "\"partial\":false"))) << "two of one build";
}

TEST(EditedKernels, ThatDoNotFitTheLessonAreRefused)
{
    const std::string text = kernels_text(*edited());
    EXPECT_APPROVED(refusal(with(text, "\"ptx\":\"", "\"ptx\":\"<b>")));
    const std::string none =
        R"({"warpstage_kernels":1,"lesson":"transpose","source":"","kernels":[{"build":"","partial":false,"ptx":".version 7.5\n.target sm_75\n.address_size 64\n"}]})";
    EXPECT_APPROVED(refusal(none));
}

TEST(EditedKernels, ThatNeedMoreMemoryThanAPageHasAreRefused)
{
    const auto with_line = [&](const std::string& before, const std::string& line) {
        const lesson::Lesson& lesson = installed();
        const lesson::KernelTexts texts {
            .source = lesson.source, .ptx = with(lesson.ptx_text, before, line + before), .builds = {}, .partial = {}
        };
        const auto changed = lesson::with_kernels(lesson, texts);
        EXPECT_TRUE(changed);
        return changed ? refusal(kernels_text(**changed)) : "";
    };
    EXPECT_APPROVED(with_line(".visible .entry", ".global .align 4 .b8 huge[400000000];\n"));
    EXPECT_APPROVED(with_line("\t.reg ", "\t.local .align 4 .b8 deep[400000];\n"));
}

} // namespace
} // namespace warpstage::session_file

// Kernels that nobody wrote for warpstage, as textbooks print them, against references computed on the host. Each test program
// says which machine it means: the virtual machine, or the GPU of this computer.
#include "core/lesson/lesson.h"
#include "core/ptx/parser.h"
#include "tests/kernels/machine_under_test.h"
#include "tests/kernels/textbook_case.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <memory>

namespace warpstage::kernels::test {
namespace {

std::shared_ptr<const lesson::Lesson> lesson_of(const std::string& file)
{
    auto lesson = std::make_shared<lesson::Lesson>();
    lesson->id = file;
    const auto path = std::string { WARPSTAGE_TEXTBOOK_PTX } + "/" + file + ".ptx";
    std::ifstream stream { path };
    EXPECT_TRUE(stream) << path;
    lesson->ptx_text = std::string { std::istreambuf_iterator<char> { stream }, {} };
    auto module = ptx::parse(lesson->ptx_text, file + ".ptx");
    EXPECT_TRUE(module.ok()) << module.error().message;
    if (!module)
        return nullptr;
    lesson->module = std::make_shared<const ptx::Module>(std::move(*module));
    return lesson;
}

class TextbookKernel : public testing::TestWithParam<TextbookCase> { };

TEST_P(TextbookKernel, ComputesWhatTheHostComputes)
{
    const auto& textbook = GetParam();
    auto machine = machine_under_test();
    if (!machine)
        GTEST_SKIP() << machine.error().message;
    auto& engine = **machine;
    const auto lesson = lesson_of(textbook.file);
    ASSERT_NE(lesson, nullptr);
    const auto plan = std::make_shared<const problem::Plan>(textbook.plan());

    const auto loaded = engine.load(lesson);
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    const auto adopted = engine.adopt(plan, engine::Contents::initial);
    ASSERT_TRUE(adopted.ok()) << adopted.error().message;
    const auto started = engine.start();
    ASSERT_TRUE(started.ok()) << started.error().message;
    const auto outcome = engine.wait();
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    ASSERT_FALSE(outcome->trap.has_value()) << outcome->trap->message;

    Contents contents;
    for (problem::BufferIndex i = 0; i < plan->buffers.size(); ++i) {
        contents.emplace_back(plan->buffers[i].bytes);
        const auto read = engine.read(i, contents.back());
        ASSERT_TRUE(read.ok()) << read.error().message;
    }
    EXPECT_EQ(textbook.difference(contents), "");
}

INSTANTIATE_TEST_SUITE_P(
    Textbook, TextbookKernel, testing::ValuesIn(textbook_cases()), [](const auto& textbook) { return textbook.param.name; });

} // namespace
} // namespace warpstage::kernels::test

#include "tests/kernels/textbook_run.h"

#include "core/lesson/lesson.h"
#include "core/ptx/parser.h"

#include <fstream>
#include <iterator>
#include <memory>

namespace warpstage::kernels::test {

namespace {

Result<std::shared_ptr<const lesson::Lesson>> lesson_of(const std::string& file)
{
    auto lesson = std::make_shared<lesson::Lesson>();
    lesson->id = file;
    const auto path = std::string { WARPSTAGE_TEXTBOOK_PTX } + "/" + file + ".ptx";
    std::ifstream stream { path };
    if (!stream)
        return Error { path + " is missing" };
    lesson->ptx_text = std::string { std::istreambuf_iterator<char> { stream }, {} };
    auto module = ptx::parse(lesson->ptx_text, file + ".ptx");
    if (!module)
        return module.error();
    lesson->module = std::make_shared<const ptx::Module>(std::move(*module));
    return std::shared_ptr<const lesson::Lesson> { lesson };
}

} // namespace

std::string difference_after(const TextbookCase& textbook, engine::Engine& machine)
{
    const auto lesson = lesson_of(textbook.file);
    if (!lesson)
        return lesson.error().message;
    const auto plan = std::make_shared<const problem::Plan>(textbook.plan());
    if (const auto loaded = machine.load(*lesson); !loaded)
        return loaded.error().message;
    if (const auto adopted = machine.adopt(plan, engine::Contents::initial); !adopted)
        return adopted.error().message;
    if (const auto started = machine.start(); !started)
        return started.error().message;
    const auto outcome = machine.wait();
    if (!outcome)
        return outcome.error().message;
    if (outcome->trap)
        return outcome->trap->message;
    Contents contents;
    for (problem::BufferIndex i = 0; i < plan->buffers.size(); ++i) {
        contents.emplace_back(plan->buffers[i].bytes);
        if (const auto read = machine.read(i, contents.back()); !read)
            return read.error().message;
    }
    return textbook.difference(contents);
}

} // namespace warpstage::kernels::test

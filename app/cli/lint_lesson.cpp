// `warpstage lint-lesson`: everything that is wrong with a lesson, each with its file and line.
#include "app/cli/commands.h"
#include "core/lesson/lint.h"

#include <fmt/format.h>

namespace warpstage::cli {

int lint_lessons(const LintLessonCommand& command)
{
    std::size_t mistakes = 0;
    for (const auto& folder : command.folders) {
        const auto found = lesson::lint_lesson(folder);
        for (const auto& mistake : found)
            fmt::print("{}\n", mistake);
        if (found.empty())
            fmt::print("{}: nothing is wrong\n", folder.string());
        mistakes += found.size();
    }
    return mistakes == 0 ? kSuccess : kDiffers;
}

} // namespace warpstage::cli

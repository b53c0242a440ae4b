// `warpstage lint-lesson`: reports every error of a lesson with file and line.
#include "app/cli/command_line.h"
#include "app/cli/standard_streams.h"
#include "app/views/view.h"
#include "core/lesson/lint.h"

namespace warpstage::cli {

namespace {

struct LintOptions {
    std::vector<std::filesystem::path> folders; // of lessons
};

int lint_lessons(const Common& /*common*/, const LintOptions& options)
{
    std::size_t mistakes = 0;
    for (const auto& folder : options.folders) {
        const auto found = lesson::lint_lesson(folder, views::cue_figures());
        for (const auto& mistake : found)
            fmt::print("{}\n", printable(mistake));
        if (found.empty())
            fmt::print("{}: no problems found\n", folder.string());
        mistakes += found.size();
    }
    return mistakes == 0 ? kSuccess : kDiffers;
}

} // namespace

void add_lint_lesson(CommandLine& line)
{
    auto& app =
        line.add("lint-lesson", "Check a lesson and report every error with file and line; exit status 1 if there are errors");
    auto& options = line.options_of(app, lint_lessons);
    app.add_option("DIR", options.folders, "Folder of the lesson")->required();
}

} // namespace warpstage::cli

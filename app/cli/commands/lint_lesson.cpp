// `warpstage lint-lesson`: reports every error of a lesson with file and line.
#include "app/cli/command_line.h"
#include "app/cli/standard_streams.h"
#include "app/views/view.h"
#include "core/analysis/recording/access_view.h"
#include "core/analysis/recording/recording.h"
#include "core/lesson/lint.h"
#include "core/lesson/translation.h"
#include "core/problem/plan.h"

namespace warpstage::cli {

namespace {

struct LintOptions {
    std::vector<std::filesystem::path> folders; // of lessons
    bool translations = false; // a missing or outdated translation is an error
};

// Whether the figure of the cue shows accesses to this memory.
bool shows_access(const lesson::Cue& cue, ptx::StateSpace space)
{
    return cue.figure == "banks" ? space == ptx::StateSpace::shared : cue.figure != "sectors" || space == ptx::StateSpace::global;
}

std::string_view accesses_of_figure(const lesson::Cue& cue)
{
    return cue.figure == "banks"  ? "accesses to shared memory"
        : cue.figure == "sectors" ? "accesses to global memory"
                                  : "accesses to shared or global memory";
}

// The accesses that cues select, by a run of the block that the stage records. The lesson has no other mistakes.
std::vector<std::string> mistakes_of_accesses(const std::shared_ptr<const lesson::Lesson>& lesson)
{
    std::vector<std::string> mistakes;
    for (std::size_t i = 0; i < lesson->cues.size(); ++i) {
        const lesson::Cue& cue = lesson->cues[i];
        if (cue.access == 0)
            continue;
        const auto& variant = lesson->variants[cue.variant];
        auto planned = lesson->problem->plan(variant, lesson->settings_of(cue, EngineKind::vm));
        if (!planned || planned->recorded_work >= planned->step.size())
            continue; // a plan was made before; a variant that runs on the host accesses nothing that a figure shows
        const auto plan = std::make_shared<const problem::Plan>(*std::move(planned));
        const auto recording = analysis::record(analysis::recording_request(lesson, variant.id, plan, arch::traits_of({ 9, 0 })));
        if (!recording) {
            mistakes.push_back(fmt::format("lesson.toml: cue {}: {}", i + 1, recording.error().message));
            continue;
        }
        const auto accesses = analysis::accesses_of(**recording, (*recording)->report);
        const auto count = static_cast<std::size_t>(std::ranges::count_if(
            accesses, [&](const auto& access) { return access.line == cue.line && shows_access(cue, access.space); }));
        if (cue.access > count)
            mistakes.push_back(fmt::format("lesson.toml: cue {}: `access` is {}, but line {} of variant `{}` has {} {}.", i + 1,
                cue.access, cue.line, variant.id, count, accesses_of_figure(cue)));
    }
    return mistakes;
}

struct Found {
    std::vector<std::string> mistakes;
    std::vector<std::string> translations; // missing or outdated
};

Found lint(const std::filesystem::path& folder)
{
    if (auto mistakes = lesson::lint_lesson(folder, views::cue_figures()); !mistakes.empty())
        return { std::move(mistakes), {} };
    auto loaded = lesson::load_lesson(folder, views::cue_figures());
    if (!loaded)
        return { { loaded.error().message }, {} };
    const auto lesson = std::make_shared<const lesson::Lesson>(*std::move(loaded));
    return { mistakes_of_accesses(lesson), lesson::translation_mistakes(*lesson) };
}

int lint_lessons(const Common& /*common*/, const LintOptions& options)
{
    bool clean = true;
    for (const auto& folder : options.folders) {
        const auto found = lint(folder);
        for (const auto* list : { &found.mistakes, &found.translations })
            for (const auto& line : *list)
                fmt::print("{}\n", printable(line));
        if (found.mistakes.empty() && found.translations.empty())
            fmt::print("{}: no problems found\n", folder.string());
        clean = clean && found.mistakes.empty() && (!options.translations || found.translations.empty());
    }
    return clean ? kSuccess : kDiffers;
}

} // namespace

void add_lint_lesson(CommandLine& line)
{
    auto& app =
        line.add("lint-lesson", "Check a lesson and report every error with file and line; exit status 1 if there are errors");
    auto& options = line.options_of(app, lint_lessons);
    app.add_option("DIR", options.folders, "Folder of the lesson")->required();
    app.add_flag(
        "--translations", options.translations, "Report missing and outdated translations as errors (default: list them)");
}

} // namespace warpstage::cli

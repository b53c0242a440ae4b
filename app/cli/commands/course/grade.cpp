// `warpstage grade`: checks the submissions of a class and writes a table of points.
#include "app/cli/command.h"
#include "app/cli/course/exercise_choice.h"
#include "app/cli/course/grades.h"
#include "core/base/process/confinement.h"
#include "core/base/process/file_lock.h"

namespace warpstage::cli {

namespace {

constexpr const char* kMerge = "merge";

int grade(const Common& common, const GradeOptions& given)
{
    auto options = given;
    const bool merges = options.inputs.front() == kMerge;
    if (merges)
        options.inputs.erase(options.inputs.begin());
    if (options.confined_by_container)
        trust_container();
    if (!merges && !can_confine() && !confined_by_container())
        refuse("Submissions are checked in a process that Landlock confines (Linux 5.13), which this system does not have. In a "
               "container without other data use `--confined-by-container`.");
    const auto exercises = chosen_exercises(common, options.exercises);
    const FileLock lock { options.output };
    if (!lock.held())
        refuse(fmt::format(
            "Another `warpstage grade` writes `{}`. Wait for its end or choose another name.", options.output.string()));
    return merges ? merge_tables(options, exercises) : grade_folder(options, exercises);
}

} // namespace

void add_grade(CommandLine& line)
{
    auto& app = line.add("grade",
        "Check the submissions of a class, each in a confined process, and write a CSV table with points, estimated times and "
        "the first failure of each student");
    auto& options = line.options_of(app, grade, [](const GradeOptions& given) {
        const bool merges = given.inputs.front() == kMerge;
        if (merges && given.inputs.size() < 2)
            refuse("`grade merge` requires the tables that it joins.");
        if (!merges && given.inputs.size() != 1)
            refuse("`grade` takes one folder or archive of submissions. To join tables use `grade merge`.");
        if (merges && !(given.feedback.empty() && given.similar.empty() && given.shard.empty()))
            refuse("`--feedback`, `--similar` and `--shard` require submissions; `grade merge` reads tables.");
    });
    app.add_option("FOLDER", options.inputs,
           "Folder or ZIP archive with one folder, .cu file or ZIP archive per student, also as Moodle, Canvas and GitHub "
           "Classroom "
           "write it; or `merge` and the tables of several runs")
        ->required();
    app.add_option("-o,--output", options.output,
           "CSV file to write. Rows of an earlier run are kept if neither the submission nor the exercise has changed")
        ->required();
    app.add_option(
           "--exercise", options.exercises, "Exercise to grade: its id or folder (default: all shipped ones); may be repeated")
        ->allow_extra_args(false);
    app.add_option("--jobs", options.jobs, "Submissions checked at the same time (default: number of processor threads)")
        ->check(CLI::Range(1, 1024));
    app.add_option("--limit", options.limit,
           "Seconds of processor time for one run of the kernels; a submission has four times as much altogether")
        ->capture_default_str()
        ->check(CLI::Range(0.1, 600.0));
    app.add_flag("--again", options.again, "Check unchanged submissions again");
    app.add_option(
        "--shard", options.shard, "Check only this part of the students, for example `2/8`; `grade merge` joins the tables");
    app.add_option("--feedback", options.feedback,
        "Folder for a page and a Markdown file per student with all requirements; all submissions are checked again");
    app.add_option("--similar", options.similar, "CSV file with pairs of similar submissions");
    app.add_option("--moodle", options.moodle, "Grading worksheet for Moodle to write (CSV)");
    app.add_option(
        "--canvas", options.canvas, "Gradebook file for Canvas to write (CSV); its name is the title of the assignment");
    app.add_option("--gradescope", options.gradescope, "Folder for a `results.json` of Gradescope per student");
    app.add_flag("--confined-by-container", options.confined_by_container,
        "Without Landlock: trust the container in which this command runs to keep submissions from other files");
}

} // namespace warpstage::cli

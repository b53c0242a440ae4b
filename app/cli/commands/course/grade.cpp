// `warpstage grade`: checks the submissions of a class and writes a table of points.
#include "app/cli/command.h"
#include "app/cli/course/exercise_choice.h"
#include "app/cli/progress.h"
#include "app/course/grading/class_grades.h"
#include "core/base/concurrency/parallel.h"
#include "core/base/process/confinement.h"
#include "core/base/process/file_lock.h"
#include "core/base/process/interrupt.h"

#include <fmt/ranges.h>

namespace warpstage::cli {

namespace {

constexpr const char* kMerge = "merge";

struct GradeOptions {
    std::vector<std::filesystem::path> inputs; // a folder or an archive of submissions; `merge` and tables
    std::filesystem::path output;
    std::vector<std::string> exercises; // empty: all shipped ones
    unsigned jobs = 0; // 0: number of processor threads
    double limit = 10.0; // seconds of one run
    bool again = false;
    std::string shard;
    bool confined_by_container = false;
    course::GradeFiles files;
};

std::string plural(std::size_t count)
{
    return count == 1 ? "" : "s";
}

void print(const GradeOptions& options, const course::ClassGrades& grades)
{
    fmt::print("{}: {} of {} graded", options.output.string(), grades.graded, grades.submissions);
    if (grades.reused != 0)
        fmt::print(" ({} unchanged since the earlier table)", grades.reused);
    fmt::print(", {} with all points\n", grades.complete);
    if (grades.kept != 0)
        fmt::print("kept: {} row{} of the earlier table without a submission in `{}`\n", grades.kept, plural(grades.kept),
            printable(options.inputs.front().string()));
    if (!grades.ignored.empty())
        fmt::print("ignored: {}\n", printable(fmt::format("{}", fmt::join(grades.ignored, ", "))));
    if (!grades.unmatched.empty())
        fmt::print("without a file for any exercise: {}\n", printable(fmt::format("{}", fmt::join(grades.unmatched, ", "))));
    if (grades.overloaded != 0)
        fmt::print(
            "without a verdict: {}, because the computer has too much other work. Run the command again\n", grades.overloaded);
    if (grades.similar)
        fmt::print("{}: {} similar pair{}\n", options.files.similar.string(), *grades.similar, plural(*grades.similar));
    if (!grades.error.empty())
        warn(grades.error);
}

int merge(const GradeOptions& options, const std::vector<exercise::Exercise>& exercises)
{
    const std::vector tables(options.inputs.begin() + 1, options.inputs.end());
    const auto merged = or_refuse(course::merge_tables(tables, options.output, options.files, exercises));
    fmt::print("{}: {} rows of {} tables", options.output.string(), merged.rows, tables.size());
    if (merged.replaced != 0)
        fmt::print(", {} of which replace rows of an earlier table", merged.replaced);
    fmt::print("\n");
    return kSuccess;
}

course::ClassGrades graded(
    const GradeOptions& options, const std::vector<exercise::Exercise>& exercises, const std::stop_token& stop)
{
    Progress progress { 0 };
    return or_refuse(course::grade_class(
        { .submissions = options.inputs.front(),
            .table = options.output,
            .files = options.files,
            .version = version_with_commit(),
            .jobs = options.jobs == 0 ? processor_threads() : options.jobs,
            .limit = std::chrono::milliseconds { std::llround(1000.0 * options.limit) },
            .again = options.again,
            .shard = or_refuse(course::shard_of(options.shard)) },
        exercises,
        [&](std::size_t count, const std::string& student) {
            progress.set_total(count);
            progress.begin(printable(student));
        },
        stop));
}

int grade(const Common& common, const GradeOptions& options)
{
    const bool merges = options.inputs.front() == kMerge;
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
    if (merges)
        return merge(options, exercises);
    const Interrupt interrupt;
    const auto grades = graded(options, exercises, interrupt.stop());
    print(options, grades);
    return interrupt.requested() ? kInterrupted : grades.error.empty() ? kSuccess : kDiffers;
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
        if (merges && !(given.files.feedback.empty() && given.files.similar.empty() && given.shard.empty()))
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
    app.add_option("--feedback", options.files.feedback,
        "Folder for a page and a Markdown file per student with all requirements; all submissions are checked again");
    app.add_option("--similar", options.files.similar, "CSV file with pairs of similar submissions");
    app.add_option("--moodle", options.files.moodle, "Grading worksheet for Moodle to write (CSV)");
    app.add_option(
        "--canvas", options.files.canvas, "Gradebook file for Canvas to write (CSV); its name is the title of the assignment");
    app.add_option("--gradescope", options.files.gradescope, "Folder for a `results.json` of Gradescope per student");
    app.add_flag("--confined-by-container", options.confined_by_container,
        "Without Landlock: trust the container in which this command runs to keep submissions from other files");
}

} // namespace warpstage::cli

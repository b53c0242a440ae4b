// `warpstage grade`: checks the submissions of a class and writes a table of points.
#include "app/cli/command.h"
#include "app/cli/course/exercise_choice.h"
#include "app/cli/progress.h"
#include "core/base/concurrency/parallel.h"
#include "core/base/fingerprint.h"
#include "core/base/process/confinement.h"
#include "core/base/process/file_lock.h"
#include "core/base/process/interrupt.h"
#include "core/base/process/programs.h"
#include "core/base/whole_file.h"
#include "core/exercise/grade_table.h"
#include "core/exercise/grade_worker.h"
#include "core/exercise/grading.h"

#include <fmt/ranges.h>

#include <mutex>

namespace warpstage::cli {

namespace {

namespace fs = std::filesystem;

struct GradeOptions {
    fs::path folder; // of submissions
    fs::path output;
    std::vector<std::string> exercises; // empty: all shipped ones
    unsigned jobs = 0; // 0: number of processor threads
    double limit = 10.0; // seconds of one run
    bool again = false;
};

constexpr std::uint64_t kMaxTable = std::uint64_t { 64 } << 20U; // bytes
constexpr std::chrono::seconds kSaveInterval { 1 };

// A submission for one exercise; the row of the table when it is graded.
struct Task {
    exercise::Submission submission;
    exercise::Grade grade;
    std::string row; // empty: not graded
    std::string outdated; // row of the earlier table, which stays in the table until `row` replaces it; empty: none
};

std::uint64_t fingerprint_of(const exercise::Exercise& exercise, const std::string& source)
{
    Fingerprint fingerprint;
    fingerprint.add(version_with_commit()).add(exercise.lesson->ptx_text);
    for (const auto& build : exercise.lesson->builds)
        fingerprint.add(build.ptx_text);
    for (const auto file : { std::string_view { "lesson.toml" }, exercise::kExerciseFile, exercise::kGradingFile }) {
        if (const auto text = read_whole_file(exercise.folder / file, kMaxTextBytes))
            fingerprint.add(*text);
    }
    return fingerprint.add(source).value();
}

bool has_all_points(const std::string& row)
{
    const auto fields = exercise::parse_csv(row);
    return fields && !fields->empty() && fields->front().size() > 3 && fields->front()[2] == fields->front()[3];
}

class Grades {
public:
    Grades(const GradeOptions& options, const std::vector<exercise::Exercise>& exercises)
        : m_options(options)
        , m_exercises(exercises)
        , m_table(exercises)
        , m_grader({ .program = own_program(),
              .arguments = { exercise::kGradeWorkerCommand },
              .jobs = options.jobs == 0 ? processor_threads() : options.jobs,
              .limit = std::chrono::milliseconds { std::llround(1000.0 * options.limit) } })
    {
    }

    // Refuses: a folder that cannot be read or has no submission, a file that is not a table of these exercises.
    void prepare()
    {
        load_earlier();
        for (std::size_t i = 0; i < m_exercises.size(); ++i) {
            auto submissions =
                or_refuse(exercise::find_submissions(m_options.folder, m_exercises[i].id, m_exercises.size() == 1));
            for (auto& submission : submissions.found)
                add_task(std::move(submission), i);
            m_ignored = std::move(submissions.ignored); // the same for each exercise
        }
        if (m_tasks.empty())
            refuse(fmt::format("`{}` contains no submission: neither folders nor .cu files.", m_options.folder.string()));
        std::ranges::stable_sort(m_tasks, {}, [](const Task& task) { return task.submission.student; });
        m_reused = static_cast<std::size_t>(std::ranges::count_if(m_tasks, is_graded));
        std::vector<exercise::Grade> grades;
        std::ranges::transform(m_tasks, std::back_inserter(grades), &Task::grade);
        m_others = m_table.rows_of_others(grades);
    }

    int run()
    {
        std::vector<Task*> open;
        for (auto& task : m_tasks) {
            if (!is_graded(task))
                open.push_back(&task);
        }
        const Interrupt interrupt;
        if (!open.empty()) {
            const auto usable = m_grader.check_compiler(interrupt.stop());
            if (!usable && !interrupt.requested())
                refuse(fmt::format("Submissions cannot be compiled. {}", text::sentence(usable.error().message)));
        }
        save();
        if (!m_error.empty())
            refuse(m_error); // before the work
        Progress progress { open.size() };
        m_grader.for_each(
            open.size(),
            [&](std::size_t at) {
                {
                    const std::scoped_lock lock(m_mutex);
                    progress.begin(printable(open[at]->submission.student));
                }
                grade(*open[at], interrupt.stop());
            },
            interrupt.stop());
        save();
        return interrupt.requested() ? kInterrupted : m_error.empty() ? kSuccess : kDiffers;
    }

    void report() const
    {
        const auto graded = std::ranges::count_if(m_tasks, is_graded);
        const auto complete =
            std::ranges::count_if(m_tasks, [](const Task& task) { return is_graded(task) && has_all_points(task.row); });
        fmt::print("{}: {} of {} graded", m_options.output.string(), graded, m_tasks.size());
        if (m_reused != 0)
            fmt::print(" ({} unchanged since the earlier table)", m_reused);
        fmt::print(", {} with all points\n", complete);
        if (!m_others.empty())
            fmt::print("kept: {} row{} of the earlier table without a submission in `{}`\n", m_others.size(),
                m_others.size() == 1 ? "" : "s", printable(m_options.folder.string()));
        if (!m_ignored.empty())
            fmt::print("ignored: {}\n", printable(fmt::format("{}", fmt::join(m_ignored, ", "))));
        if (!m_error.empty())
            warn(m_error);
    }

private:
    static bool is_graded(const Task& task) { return !task.row.empty(); }

    void load_earlier()
    {
        std::error_code ignored;
        if (!fs::exists(m_options.output, ignored))
            return;
        const auto earlier = read_whole_file(m_options.output, kMaxTable);
        const auto loaded = earlier ? m_table.load(*earlier) : Result<void> { earlier.error() };
        if (!loaded)
            refuse(fmt::format("`{}` exists and is not a table of these exercises. {} Choose another name.",
                m_options.output.string(), text::sentence(loaded.error().message)));
    }

    void add_task(exercise::Submission submission, std::size_t exercise)
    {
        Task task { std::move(submission), {}, {}, {} };
        task.grade.student = task.submission.student;
        task.grade.exercise = exercise;
        if (!m_options.again && task.submission.mistake.empty()) {
            if (const auto source = exercise::read_submission(task.submission.file)) {
                task.grade.fingerprint = fingerprint_of(m_exercises[exercise], *source);
                task.row = m_table.earlier_row(task.grade).value_or("");
            }
        }
        task.outdated = m_table.outdated_row(task.grade).value_or("");
        m_tasks.push_back(std::move(task));
    }

    void grade(Task& task, const std::stop_token& stop)
    {
        const auto& exercise = m_exercises[task.grade.exercise];
        const auto source = task.submission.mistake.empty() ? exercise::read_submission(task.submission.file)
                                                            : Result<std::string> { Error { task.submission.mistake } };
        const auto assessment = source ? m_grader.grade(exercise, *source, stop)
                                       : Result { exercise::failed_assessment(exercise, source.error().message) };
        const std::scoped_lock lock(m_mutex);
        if (!assessment) {
            if (!stop.stop_requested())
                m_error = assessment.error().message;
            return;
        }
        task.grade.assessment = *assessment;
        task.grade.fingerprint = source && assessment->conclusive ? fingerprint_of(exercise, *source) : 0;
        task.row = m_table.row_of(task.grade);
        if (std::chrono::steady_clock::now() - m_saved >= kSaveInterval)
            save();
    }

    void save()
    {
        std::string table = m_table.header() + "\n";
        for (const auto& task : m_tasks) {
            if (const auto& row = is_graded(task) ? task.row : task.outdated; !row.empty())
                table += row + "\n";
        }
        for (const auto& row : m_others)
            table += row + "\n";
        if (const auto written = write_whole_file(m_options.output, table); !written)
            m_error = fmt::format("Cannot write `{}`: {}.", m_options.output.string(), written.error().message);
        m_saved = std::chrono::steady_clock::now();
    }

    const GradeOptions& m_options;
    const std::vector<exercise::Exercise>& m_exercises;
    exercise::GradeTable m_table;
    exercise::Grader m_grader;
    std::vector<Task> m_tasks; // in the order of the table
    std::size_t m_reused = 0; // rows of the earlier table
    std::vector<std::string> m_others; // rows of the earlier table without a submission
    std::vector<std::string> m_ignored;
    std::mutex m_mutex; // for the members below and the rows, while tasks are graded
    std::string m_error; // not of a submission; empty: none
    std::chrono::steady_clock::time_point m_saved;
};

int grade(const Common& common, const GradeOptions& options)
{
    if (!can_confine())
        refuse("Submissions are checked in a process that Landlock confines (Linux 5.13), which this system does not have.");
    const auto exercises = chosen_exercises(common, options.exercises);
    const FileLock lock { options.output };
    if (!lock.held())
        refuse(fmt::format(
            "Another `warpstage grade` writes `{}`. Wait for its end or choose another name.", options.output.string()));
    Grades grades { options, exercises };
    grades.prepare();
    const int status = grades.run();
    grades.report();
    return status;
}

} // namespace

void add_grade(CommandLine& line)
{
    auto& app = line.add("grade",
        "Check the submissions of a class, each in a confined process, and write a CSV table with points, estimated times and "
        "the first failure of each student");
    auto& options = line.options_of(app, grade);
    app.add_option("FOLDER", options.folder,
           "Folder with one folder or one .cu file per student. A student's folder contains `ID/kernels.cu`, "
           "`exercises/ID/kernels.cu` or, if one exercise is graded, one .cu file")
        ->required();
    app.add_option("-o,--output", options.output,
           "CSV file to write. Rows of an earlier run are kept if neither the submission nor the exercise has changed")
        ->required();
    app.add_option(
           "--exercise", options.exercises, "Exercise to grade: its id or folder (default: all shipped ones); may be repeated")
        ->allow_extra_args(false);
    app.add_option("--jobs", options.jobs, "Submissions checked at the same time (default: number of processor threads)")
        ->check(CLI::Range(1, 1024));
    app.add_option("--limit", options.limit, "Seconds for one run of the kernels; a submission has twice this time altogether")
        ->capture_default_str()
        ->check(CLI::Range(0.1, 600.0));
    app.add_flag("--again", options.again, "Check unchanged submissions again");
}

} // namespace warpstage::cli

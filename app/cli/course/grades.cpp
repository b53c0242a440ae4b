#include "app/cli/course/grades.h"

#include "app/cli/command.h"
#include "app/cli/course/grade_output.h"
#include "app/cli/progress.h"
#include "core/base/concurrency/parallel.h"
#include "core/base/fingerprint.h"
#include "core/base/process/interrupt.h"
#include "core/base/process/programs.h"
#include "core/base/whole_file.h"
#include "core/exercise/grade_worker.h"
#include "core/exercise/grading.h"
#include "core/exercise/submission_folder.h"

#include <fmt/ranges.h>

#include <cstdio>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace warpstage::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxTable = std::uint64_t { 64 } << 20U; // bytes
constexpr std::chrono::seconds kSaveInterval { 1 };

// A submission for one exercise; the row of the table when it is graded.
struct Task {
    exercise::Submission submission;
    exercise::Grade grade;
    std::string row; // empty: not graded
    std::string source; // what was graded; for the feedback
    bool overloaded = false; // the computer had too much other work for a verdict
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

// A part of the students: each student is in one part of N, whatever else is in the folder.
struct Shard {
    std::uint64_t number = 0; // from 0
    std::uint64_t count = 1;

    [[nodiscard]] bool contains(const std::string& student) const
    {
        return Fingerprint {}.add(student).value() % count == number;
    }
};

Shard shard_of(const std::string& text)
{
    if (text.empty())
        return {};
    unsigned number = 0;
    unsigned count = 0;
    int end = 0;
    if (std::sscanf(text.c_str(), "%u/%u%n", &number, &count, &end) != 2 || text.c_str()[end] != '\0' || number < 1
        || number > count || count > 10'000)
        refuse(fmt::format("`--shard {}` is not a part such as `2/8`: the second of eight.", text));
    return { number - 1, count };
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
              .limit = std::chrono::milliseconds { std::llround(1000.0 * options.limit) },
              .seed = exercise::drawn_seed() })
        , m_shard(shard_of(options.shard))
    {
    }

    // Refuses: a folder that cannot be read or has no submission, a file that is not a table of these exercises.
    void prepare()
    {
        load_earlier();
        m_folder = or_refuse(exercise::SubmissionFolder::read(m_options.inputs.front()));
        std::set<std::string> handed_in;
        bool is_empty = true;
        for (std::size_t i = 0; i < m_exercises.size(); ++i) {
            auto submissions = m_folder->of(m_exercises[i].id, m_exercises.size() == 1);
            is_empty = is_empty && submissions.found.empty();
            for (auto& submission : submissions.found) {
                if (!m_shard.contains(submission.student))
                    continue;
                if (!submission.missing)
                    handed_in.insert(submission.student);
                add_task(std::move(submission), i);
            }
            m_ignored = std::move(submissions.ignored); // the same for each exercise
        }
        if (is_empty)
            refuse(fmt::format(
                "`{}` contains no submission: neither folders, archives nor .cu files.", m_options.inputs.front().string()));
        for (const auto& task : m_tasks)
            if (!handed_in.contains(task.submission.student)
                && std::ranges::find(m_unmatched, task.submission.student) == m_unmatched.end())
                m_unmatched.push_back(task.submission.student);
        std::ranges::stable_sort(m_tasks, {}, [](const Task& task) {
            return std::pair { task.submission.student, task.submission.id };
        });
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
        for (auto* const task : open) { // alone, because the others may have been too much for the computer
            if (task->overloaded && !interrupt.requested())
                grade(*task, interrupt.stop());
        }
        save();
        if (!interrupt.requested())
            write_others();
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
                m_others.size() == 1 ? "" : "s", printable(m_options.inputs.front().string()));
        if (!m_ignored.empty())
            fmt::print("ignored: {}\n", printable(fmt::format("{}", fmt::join(m_ignored, ", "))));
        if (!m_unmatched.empty())
            fmt::print("without a file for any exercise: {}\n", printable(fmt::format("{}", fmt::join(m_unmatched, ", "))));
        if (const auto overloaded = std::ranges::count_if(m_tasks, &Task::overloaded); overloaded != 0)
            fmt::print(
                "without a verdict: {}, because the computer has too much other work. Run the command again\n", overloaded);
        if (m_similar)
            fmt::print("{}: {} similar pair{}\n", m_options.similar.string(), *m_similar, *m_similar == 1 ? "" : "s");
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
        Task task;
        task.submission = std::move(submission);
        task.grade.id = task.submission.id;
        task.grade.student = task.submission.student;
        task.grade.exercise = exercise;
        if (!m_options.again && m_options.feedback.empty() && task.submission.mistake.empty()) {
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
        task.source = source ? *source : std::string {};
        task.overloaded = assessment->overloaded;
        task.grade.fingerprint = source && assessment->conclusive ? fingerprint_of(exercise, *source) : 0;
        task.row = m_table.row_of(task.grade);
        if (std::chrono::steady_clock::now() - m_saved >= kSaveInterval)
            save();
    }

    [[nodiscard]] std::vector<std::string> rows() const
    {
        std::vector<std::string> rows;
        for (const auto& task : m_tasks) {
            if (const auto& row = is_graded(task) ? task.row : task.outdated; !row.empty())
                rows.push_back(row);
        }
        rows.insert(rows.end(), m_others.begin(), m_others.end());
        return rows;
    }

    void write_others()
    {
        write_course_files(m_options, m_table, m_exercises, rows());
        if (!m_options.feedback.empty()) {
            std::vector<StudentFeedback> students;
            for (const auto& task : m_tasks) {
                if (!is_graded(task))
                    continue;
                if (students.empty() || students.back().student != task.submission.student
                    || students.back().id != task.submission.id)
                    students.push_back({ task.submission.student, task.submission.id, {} });
                students.back().parts.push_back({ &m_exercises[task.grade.exercise], task.grade.assessment, task.source });
            }
            write_feedback(m_options.feedback, students);
        }
        if (m_options.similar.empty())
            return;
        std::vector<ComparedSource> sources;
        for (const auto& task : m_tasks)
            if (const auto source = exercise::read_submission(task.submission.file); source && task.submission.mistake.empty())
                sources.push_back({ task.submission.student, task.grade.exercise, *source });
        m_similar = write_similar(m_options.similar, m_exercises, sources);
    }

    void save()
    {
        std::string table = m_table.header() + "\n";
        for (const auto& row : rows())
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
    std::vector<std::string> m_unmatched; // students without a file for any exercise
    std::optional<exercise::SubmissionFolder> m_folder;
    std::optional<std::size_t> m_similar; // pairs
    Shard m_shard;
    std::mutex m_mutex; // for the members below and the rows, while tasks are graded
    std::string m_error; // not of a submission; empty: none
    std::chrono::steady_clock::time_point m_saved;
};

} // namespace

int grade_folder(const GradeOptions& options, const std::vector<exercise::Exercise>& exercises)
{
    Grades grades { options, exercises };
    grades.prepare();
    const int status = grades.run();
    grades.report();
    return status;
}

int merge_tables(const GradeOptions& options, const std::vector<exercise::Exercise>& exercises)
{
    exercise::GradeTable table { exercises };
    std::map<std::vector<std::string>, std::string> rows; // by student, id and exercise
    std::size_t replaced = 0;
    for (const auto& input : options.inputs) {
        const auto text = read_whole_file(input, kMaxTable);
        const auto loaded = text ? table.load(*text) : Result<void> { text.error() };
        if (!loaded)
            refuse(fmt::format(
                "`{}` is not a table of these exercises. {}", input.string(), text::sentence(loaded.error().message)));
        for (const auto& row : table.rows_of_others({})) {
            const auto fields = exercise::parse_csv(row)->front();
            auto& known = rows[{
                fields[exercise::GradeTable::kStudent], fields[table.column("id")], fields[exercise::GradeTable::kExercise] }];
            replaced += known.empty() ? 0U : 1U;
            known = row;
        }
    }
    auto merged = table.header() + "\n";
    std::vector<std::string> lines;
    for (const auto& [key, row] : rows) {
        merged += row + "\n";
        lines.push_back(row);
    }
    write_file(options.output, merged);
    write_course_files(options, table, exercises, lines);
    fmt::print("{}: {} rows of {} tables", options.output.string(), rows.size(), options.inputs.size());
    if (replaced != 0)
        fmt::print(", {} of which replace rows of an earlier table", replaced);
    fmt::print("\n");
    return kSuccess;
}

} // namespace warpstage::cli

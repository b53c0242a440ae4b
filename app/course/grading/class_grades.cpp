#include "app/course/grading/class_grades.h"

#include "app/course/course_kit.h"
#include "core/base/fingerprint.h"
#include "core/base/process/programs.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/exercise/grade_worker.h"
#include "core/exercise/grading.h"
#include "core/exercise/submission_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace warpstage::course {

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

std::uint64_t fingerprint_of(const std::string& version, const exercise::Exercise& exercise, const std::string& source)
{
    Fingerprint fingerprint;
    fingerprint.add(version).add(exercise.lesson->ptx_text);
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

class Run {
public:
    Run(const ClassGrading& grading, const std::vector<exercise::Exercise>& exercises)
        : m_grading(grading)
        , m_exercises(exercises)
        , m_table(exercises)
        , m_grader({ .program = own_program(),
              .arguments = { exercise::kGradeWorkerCommand },
              .jobs = grading.jobs,
              .limit = grading.limit,
              .seed = exercise::drawn_seed() })
    {
    }

    [[nodiscard]] Result<void> prepare()
    {
        if (auto loaded = load_earlier(); !loaded)
            return loaded;
        auto folder = exercise::SubmissionFolder::read(m_grading.submissions);
        if (!folder)
            return folder.error();
        m_folder = *std::move(folder);
        std::set<std::string> handed_in;
        bool is_empty = true;
        for (std::size_t i = 0; i < m_exercises.size(); ++i) {
            auto submissions = m_folder->of(m_exercises[i].id, m_exercises.size() == 1);
            is_empty = is_empty && submissions.found.empty();
            for (auto& submission : submissions.found) {
                if (!m_grading.shard.contains(submission.student))
                    continue;
                if (!submission.missing)
                    handed_in.insert(submission.student);
                add_task(std::move(submission), i);
            }
            m_report.ignored = std::move(submissions.ignored); // the same for each exercise
        }
        if (is_empty)
            return Error { fmt::format(
                "`{}` contains no submission: neither folders, archives nor .cu files.", m_grading.submissions.string()) };
        for (const auto& task : m_tasks)
            if (!handed_in.contains(task.submission.student)
                && std::ranges::find(m_report.unmatched, task.submission.student) == m_report.unmatched.end())
                m_report.unmatched.push_back(task.submission.student);
        std::ranges::stable_sort(m_tasks, {}, [](const Task& task) {
            return std::pair { task.submission.student, task.submission.id };
        });
        m_report.reused = count(is_graded);
        std::vector<exercise::Grade> grades;
        std::ranges::transform(m_tasks, std::back_inserter(grades), &Task::grade);
        m_others = m_table.rows_of_others(grades);
        return {};
    }

    [[nodiscard]] Result<void> run(const GradingProgress& progress, const std::stop_token& stop)
    {
        std::vector<Task*> open;
        for (auto& task : m_tasks) {
            if (!is_graded(task))
                open.push_back(&task);
        }
        if (!open.empty()) {
            const auto usable = m_grader.check_compiler(stop);
            if (!usable && !stop.stop_requested())
                return Error { fmt::format("Submissions cannot be compiled. {}", text::sentence(usable.error().message)) };
        }
        save();
        if (!m_report.error.empty())
            return Error { m_report.error }; // before the work
        m_grader.for_each(
            open.size(),
            [&](std::size_t at) {
                {
                    const std::scoped_lock lock(m_mutex);
                    progress(open.size(), open[at]->submission.student);
                }
                grade(*open[at], stop);
            },
            stop);
        for (auto* const task : open) { // alone, because the others may have been too much for the computer
            if (task->overloaded && !stop.stop_requested())
                grade(*task, stop);
        }
        save();
        return stop.stop_requested() ? Result<void> {} : write_others();
    }

    [[nodiscard]] ClassGrades report() const
    {
        auto report = m_report;
        report.submissions = m_tasks.size();
        report.graded = count(is_graded);
        report.complete = count([](const Task& task) { return is_graded(task) && has_all_points(task.row); });
        report.overloaded = count([](const Task& task) { return task.overloaded; });
        report.kept = m_others.size();
        return report;
    }

private:
    static bool is_graded(const Task& task) { return !task.row.empty(); }

    template <typename Counted> [[nodiscard]] std::size_t count(const Counted& counted) const
    {
        return static_cast<std::size_t>(std::ranges::count_if(m_tasks, counted));
    }

    [[nodiscard]] Result<void> load_earlier()
    {
        std::error_code ignored;
        if (!fs::exists(m_grading.table, ignored))
            return {};
        const auto earlier = read_whole_file(m_grading.table, kMaxTable);
        const auto loaded = earlier ? m_table.load(*earlier) : Result<void> { earlier.error() };
        if (!loaded)
            return Error { fmt::format("`{}` exists and is not a table of these exercises. {} Choose another name.",
                m_grading.table.string(), text::sentence(loaded.error().message)) };
        return {};
    }

    void add_task(exercise::Submission submission, std::size_t exercise)
    {
        Task task;
        task.submission = std::move(submission);
        task.grade.id = task.submission.id;
        task.grade.student = task.submission.student;
        task.grade.exercise = exercise;
        if (!m_grading.again && m_grading.files.feedback.empty() && task.submission.mistake.empty()) {
            if (const auto source = exercise::read_submission(task.submission.file)) {
                task.grade.fingerprint = fingerprint_of(m_grading.version, m_exercises[exercise], *source);
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
                m_report.error = assessment.error().message;
            return;
        }
        task.grade.assessment = *assessment;
        task.source = source ? *source : std::string {};
        task.overloaded = assessment->overloaded;
        task.grade.fingerprint = source && assessment->conclusive ? fingerprint_of(m_grading.version, exercise, *source) : 0;
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

    [[nodiscard]] Result<void> write_others()
    {
        auto written = write_course_files(m_grading.files, m_table, m_exercises, rows());
        if (written && !m_grading.files.feedback.empty())
            written = write_feedback(m_grading.files.feedback, feedback());
        if (!written || m_grading.files.similar.empty())
            return written;
        std::vector<ComparedSource> sources;
        for (const auto& task : m_tasks)
            if (const auto source = exercise::read_submission(task.submission.file); source && task.submission.mistake.empty())
                sources.push_back({ task.submission.student, task.grade.exercise, *source });
        const auto pairs = write_similar(m_grading.files.similar, m_exercises, sources);
        if (!pairs)
            return pairs.error();
        m_report.similar = *pairs;
        return {};
    }

    [[nodiscard]] std::vector<StudentFeedback> feedback() const
    {
        std::vector<StudentFeedback> students;
        for (const auto& task : m_tasks) {
            if (!is_graded(task))
                continue;
            if (students.empty() || students.back().student != task.submission.student
                || students.back().id != task.submission.id)
                students.push_back({ task.submission.student, task.submission.id, {} });
            students.back().parts.push_back({ &m_exercises[task.grade.exercise], task.grade.assessment, task.source });
        }
        return students;
    }

    void save()
    {
        std::string table = m_table.header() + "\n";
        for (const auto& row : rows())
            table += row + "\n";
        if (const auto written = write_course_file(m_grading.table, table); !written)
            m_report.error = written.error().message;
        m_saved = std::chrono::steady_clock::now();
    }

    const ClassGrading& m_grading;
    const std::vector<exercise::Exercise>& m_exercises;
    exercise::GradeTable m_table;
    exercise::Grader m_grader;
    std::vector<Task> m_tasks; // in the order of the table
    std::vector<std::string> m_others; // rows of the earlier table without a submission
    std::optional<exercise::SubmissionFolder> m_folder;
    std::mutex m_mutex; // for the members below and the rows, while tasks are graded
    ClassGrades m_report; // without what can be counted
    std::chrono::steady_clock::time_point m_saved;
};

} // namespace

bool Shard::contains(const std::string& student) const
{
    return Fingerprint {}.add(student).value() % count == number;
}

Result<Shard> shard_of(const std::string& text)
{
    if (text.empty())
        return Shard {};
    unsigned number = 0;
    unsigned count = 0;
    int end = 0;
    if (std::sscanf(text.c_str(), "%u/%u%n", &number, &count, &end) != 2 || text.c_str()[end] != '\0' || number < 1
        || number > count || count > 10'000)
        return Error { fmt::format("`--shard {}` is not a part such as `2/8`: the second of eight.", text) };
    return Shard { number - 1, count };
}

Result<ClassGrades> grade_class(const ClassGrading& grading, const std::vector<exercise::Exercise>& exercises,
    const GradingProgress& progress, const std::stop_token& stop)
{
    Run run { grading, exercises };
    auto done = run.prepare();
    if (done)
        done = run.run(progress, stop);
    if (!done)
        return done.error();
    return run.report();
}

Result<MergedTables> merge_tables(const std::vector<fs::path>& tables, const fs::path& output, const GradeFiles& files,
    const std::vector<exercise::Exercise>& exercises)
{
    exercise::GradeTable table { exercises };
    std::map<std::vector<std::string>, std::string> rows; // by student, id and exercise
    MergedTables merged;
    for (const auto& input : tables) {
        const auto text = read_whole_file(input, kMaxTable);
        const auto loaded = text ? table.load(*text) : Result<void> { text.error() };
        if (!loaded)
            return Error { fmt::format(
                "`{}` is not a table of these exercises. {}", input.string(), text::sentence(loaded.error().message)) };
        for (const auto& row : table.rows_of_others({})) {
            const auto fields = exercise::parse_csv(row)->front();
            auto& known = rows[{
                fields[exercise::GradeTable::kStudent], fields[table.column("id")], fields[exercise::GradeTable::kExercise] }];
            merged.replaced += known.empty() ? 0U : 1U;
            known = row;
        }
    }
    merged.rows = rows.size();
    auto joined = table.header() + "\n";
    std::vector<std::string> lines;
    for (const auto& [key, row] : rows) {
        joined += row + "\n";
        lines.push_back(row);
    }
    auto written = write_course_file(output, joined);
    if (written)
        written = write_course_files(files, table, exercises, lines);
    if (!written)
        return written.error();
    return merged;
}

} // namespace warpstage::course

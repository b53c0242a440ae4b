#include "app/course/grading/grade_files.h"

#include "app/course/course_kit.h"
#include "core/exercise/course_files.h"
#include "core/exercise/source_tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace warpstage::course {

namespace {

namespace fs = std::filesystem;

exercise::Rows rows_of(const std::vector<std::string>& lines)
{
    exercise::Rows rows;
    for (const auto& line : lines) {
        if (auto parsed = exercise::parse_csv(line); parsed && parsed->size() == 1)
            rows.push_back(std::move(parsed->front()));
    }
    return rows;
}

struct Pair {
    std::size_t a = 0;
    std::size_t b = 0;
    double similarity = 0.0;
    bool same_text = false;
};

std::vector<Pair> similar_pairs(
    const std::vector<exercise::Exercise>& exercises, const std::vector<ComparedSource>& sources, std::size_t number)
{
    std::vector<std::size_t> of_exercise;
    std::vector<exercise::TextPrints> prints;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (sources[i].exercise != number || exercise::tokens_of(sources[i].text).empty())
            continue;
        of_exercise.push_back(i);
        prints.push_back(exercise::text_prints(sources[i].text));
    }
    const auto& start_text = exercises[number].lesson->source;
    const auto start = exercise::text_prints(start_text);
    const auto start_tokens = exercise::tokens_of(start_text);
    std::vector<Pair> pairs;
    for (std::size_t a = 0; a < of_exercise.size(); ++a) {
        for (std::size_t b = a + 1; b < of_exercise.size(); ++b) {
            const auto& text = sources[of_exercise[a]].text;
            const bool same = text == sources[of_exercise[b]].text && exercise::tokens_of(text) != start_tokens;
            const double similarity = same ? 1.0 : exercise::similarity(prints[a], prints[b], start);
            if (similarity >= kSimilar)
                pairs.push_back({ of_exercise[a], of_exercise[b], similarity, same });
        }
    }
    std::ranges::stable_sort(pairs, [](const Pair& a, const Pair& b) {
        return std::tuple { a.same_text, a.similarity } > std::tuple { b.same_text, b.similarity };
    });
    return pairs;
}

} // namespace

Result<void> write_course_files(const GradeFiles& files, const exercise::GradeTable& table,
    const std::vector<exercise::Exercise>& exercises, const std::vector<std::string>& lines)
{
    const auto rows = rows_of(lines);
    Result<void> written;
    if (!files.moodle.empty())
        written = write_course_file(files.moodle, exercise::moodle_worksheet(table, rows));
    if (written && !files.canvas.empty())
        written =
            write_course_file(files.canvas, exercise::canvas_gradebook(table, rows, exercises, files.canvas.stem().string()));
    if (!written || files.gradescope.empty())
        return written;
    for (const auto& [student, results] : exercise::gradescope_results(table, rows, exercises)) {
        const auto folder = files.gradescope / exercise::file_name_of(student);
        written = create_course_folder(folder);
        if (written)
            written = write_course_file(folder / "results.json", results);
        if (!written)
            return written;
    }
    return create_course_folder(files.gradescope); // also without students
}

Result<void> write_feedback(const fs::path& folder, const std::vector<StudentFeedback>& students)
{
    auto written = create_course_folder(folder);
    for (const auto& [student, id, parts] : students) {
        const auto name = exercise::file_name_of(id.empty() ? student : student + " " + id);
        if (written)
            written = write_course_file(folder / (name + ".html"), exercise::feedback_html(student, parts));
        if (written)
            written = write_course_file(folder / (name + ".md"), exercise::feedback_markdown(student, parts));
    }
    return written;
}

Result<std::size_t> write_similar(
    const fs::path& file, const std::vector<exercise::Exercise>& exercises, const std::vector<ComparedSource>& sources)
{
    auto text = exercise::csv_line({ "exercise", "student", "other", "similarity", "same_text" }) + "\n";
    std::size_t count = 0;
    for (std::size_t number = 0; number < exercises.size(); ++number) {
        for (const auto& pair : similar_pairs(exercises, sources, number)) {
            ++count;
            text +=
                exercise::csv_line({ exercise::spreadsheet_field(exercises[number].id),
                    exercise::spreadsheet_field(sources[pair.a].student), exercise::spreadsheet_field(sources[pair.b].student),
                    fmt::format("{:.2f}", pair.similarity), pair.same_text ? "yes" : "no" })
                + "\n";
        }
    }
    if (auto written = write_course_file(file, text); !written)
        return written.error();
    return count;
}

} // namespace warpstage::course

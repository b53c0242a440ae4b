#include "core/exercise/course_files.h"

#include "core/base/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

namespace warpstage::exercise {

namespace {

struct Sum {
    std::string student; // as the table shows it
    std::string id;
    unsigned long points = 0;
    unsigned long possible = 0;
    bool complete = true; // false: without a verdict for some exercise
    std::string feedback;
    std::vector<const std::vector<std::string>*> rows;
};

unsigned long number(const std::string& field)
{
    return std::strtoul(field.c_str(), nullptr, 10);
}

// In the order of the first row of each student.
std::vector<Sum> sums_of(const GradeTable& table, const Rows& rows)
{
    const auto id = table.column("id");
    const auto message = table.column("message");
    std::vector<Sum> sums;
    std::map<std::pair<std::string, std::string>, std::size_t> known;
    for (const auto& row : rows) {
        const auto [at, added] = known.try_emplace({ row[GradeTable::kStudent], row[id] }, sums.size());
        if (added)
            sums.push_back({ row[GradeTable::kStudent], row[id], 0, 0, true, {}, {} });
        auto& sum = sums[at->second];
        sum.rows.push_back(&row);
        sum.points += number(row[GradeTable::kPoints]);
        sum.possible += number(row[GradeTable::kPossible]);
        sum.complete = sum.complete && !row[GradeTable::kPoints].empty();
        sum.feedback += fmt::format("{}{}: {} of {}.{}{}", sum.feedback.empty() ? "" : " ", row[GradeTable::kExercise],
            row[GradeTable::kPoints].empty() ? "?" : row[GradeTable::kPoints], row[GradeTable::kPossible],
            row[message].empty() ? "" : " ", row[message]);
    }
    return sums;
}

std::string points_of(const Sum& sum)
{
    return sum.complete ? std::to_string(sum.points) : std::string {};
}

} // namespace

std::string moodle_worksheet(const GradeTable& table, const Rows& rows)
{
    auto text = csv_line({ "Identifier", "Full name", "Grade", "Maximum grade", "Feedback comments" }) + "\n";
    for (const auto& sum : sums_of(table, rows))
        text += csv_line({ sum.id, sum.student, points_of(sum), std::to_string(sum.possible), spreadsheet_field(sum.feedback) })
            + "\n";
    return text;
}

std::string canvas_gradebook(
    const GradeTable& table, const Rows& rows, const std::vector<Exercise>& exercises, const std::string& title)
{
    unsigned long possible = 0;
    for (const auto& exercise : exercises)
        possible += exercise.points();
    auto text = csv_line({ "Student", "ID", "SIS User ID", "SIS Login ID", "Section", spreadsheet_field(title) }) + "\n"
        + csv_line({ "    Points Possible", "", "", "", "", std::to_string(possible) }) + "\n";
    for (const auto& sum : sums_of(table, rows))
        text += csv_line({ sum.student, sum.id, "", "", "", points_of(sum) }) + "\n";
    return text;
}

std::vector<std::pair<std::string, std::string>> gradescope_results(
    const GradeTable& table, const Rows& rows, const std::vector<Exercise>& exercises)
{
    std::vector<std::pair<std::string, std::string>> files;
    const auto message = table.column("message");
    for (const auto& sum : sums_of(table, rows)) {
        nlohmann::json results { { "score", sum.points }, { "output", sum.feedback }, { "tests", nlohmann::json::array() } };
        for (const auto* const row : sum.rows) {
            const auto exercise = std::ranges::find(exercises, (*row)[GradeTable::kExercise], &Exercise::id);
            if (exercise == exercises.end())
                continue;
            for (const auto& requirement : exercise->requirements) {
                const auto points = number((*row)[table.column(requirement.id)]);
                results["tests"].push_back({ { "name", exercise->id + ": " + requirement.label }, { "score", points },
                    { "max_score", requirement.points }, { "status", points == requirement.points ? "passed" : "failed" },
                    { "output", points == requirement.points ? std::string {} : (*row)[message] } });
            }
        }
        files.emplace_back(sum.id.empty() ? sum.student : sum.student + " " + sum.id, json_text(results, 1) + "\n");
    }
    return files;
}

} // namespace warpstage::exercise

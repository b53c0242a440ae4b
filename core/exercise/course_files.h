// Files that course systems import, from the rows of a table of grades.
#pragma once

#include "core/exercise/exercise.h"
#include "core/exercise/grade_table.h"

#include <string>
#include <utility>
#include <vector>

namespace warpstage::exercise {

using Rows = std::vector<std::vector<std::string>>; // of a GradeTable, without the header

// Moodle, "Upload grading worksheet" of an assignment: identifier, name, sum of points, feedback. Only students whose folder has
// the name that Moodle gives it have an identifier.
[[nodiscard]] std::string moodle_worksheet(const GradeTable& table, const Rows& rows);

// Canvas, import of the gradebook: a column with the sum of points. `title`: of the assignment.
[[nodiscard]] std::string canvas_gradebook(
    const GradeTable& table, const Rows& rows, const std::vector<Exercise>& exercises, const std::string& title);

// Gradescope, results.json of each student, by name and, if there is one, id.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> gradescope_results(
    const GradeTable& table, const Rows& rows, const std::vector<Exercise>& exercises);

} // namespace warpstage::exercise

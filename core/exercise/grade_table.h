// Grades as CSV (RFC 4180) for spreadsheets: one row for each student and exercise.
#pragma once

#include "core/base/result.h"
#include "core/exercise/assessment.h"
#include "core/exercise/exercise.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpstage::exercise {

struct Grade {
    std::string student; // may contain any bytes
    std::size_t exercise = 0; // index into the exercises of the table
    Assessment assessment;
    std::uint64_t fingerprint = 0; // of the exercise, the program and the submission; 0: the next run checks it again
};

// A field for a spreadsheet: text that is not UTF-8 and control characters are replaced, a text that a spreadsheet would take for
// a formula begins with an apostrophe, and quotes are added if necessary.
[[nodiscard]] std::string spreadsheet_field(std::string_view text);

// The rows of a file in RFC 4180. Errors: a quote that is not closed.
[[nodiscard]] Result<std::vector<std::vector<std::string>>> parse_csv(std::string_view text);

class GradeTable {
public:
    explicit GradeTable(const std::vector<Exercise>& exercises);

    [[nodiscard]] const std::string& header() const { return m_header; }
    // Without line end.
    [[nodiscard]] std::string row_of(const Grade& grade) const;

    // The rows of an earlier file of this table. Errors: a file with other columns.
    [[nodiscard]] Result<void> load(std::string_view csv);
    // The earlier row of this student, exercise and fingerprint, as row_of() wrote it.
    [[nodiscard]] std::optional<std::string> earlier_row(const Grade& grade) const;
    // The earlier row of this student and exercise, whatever was handed in.
    [[nodiscard]] std::optional<std::string> outdated_row(const Grade& grade) const;
    // The earlier rows of students and exercises that are not among these.
    [[nodiscard]] std::vector<std::string> rows_of_others(const std::vector<Grade>& grades) const;

private:
    using Key = std::pair<std::string, std::string>; // student and exercise, as the table shows them
    [[nodiscard]] Key key_of(const Grade& grade) const;

    const std::vector<Exercise>& m_exercises;
    std::vector<std::string> m_requirements; // ids of all exercises, each once
    std::string m_header;
    std::vector<std::vector<std::string>> m_earlier;
};

} // namespace warpstage::exercise

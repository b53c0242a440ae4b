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
    std::string id {}; // of the course system; empty: none
    std::size_t exercise = 0; // index into the exercises of the table
    Assessment assessment;
    std::uint64_t fingerprint = 0; // of the exercise, the program and the submission; 0: the next run checks it again
};

// Every byte sequence as UTF-8 without control characters and marks of the direction of text, in one line of at most 1000 bytes.
[[nodiscard]] std::string clean_text(std::string_view text);

// A field for a spreadsheet: text that is not UTF-8 and control characters are replaced, and an apostrophe is put before what a
// spreadsheet would take for a formula: at the beginning, and behind `;`, which separates columns in some languages.
[[nodiscard]] std::string spreadsheet_field(std::string_view text);

// The fields of a row, with quotes where they are necessary; without line end.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& fields);

// The rows of a file in RFC 4180. Errors: a quote that is not closed.
[[nodiscard]] Result<std::vector<std::vector<std::string>>> parse_csv(std::string_view text);

class GradeTable {
public:
    explicit GradeTable(const std::vector<Exercise>& exercises);

    [[nodiscard]] const std::string& header() const { return m_header; }
    // Without line end.
    [[nodiscard]] std::string row_of(const Grade& grade) const;

    // Indices of columns.
    static constexpr std::size_t kStudent = 0;
    static constexpr std::size_t kExercise = 1;
    static constexpr std::size_t kPoints = 2;
    static constexpr std::size_t kPossible = 3;
    [[nodiscard]] std::size_t column(std::string_view name) const; // of a name in header()

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

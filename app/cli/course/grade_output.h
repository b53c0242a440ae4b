// What `warpstage grade` writes besides its table.
#pragma once

#include "app/cli/course/grade_options.h"
#include "core/exercise/exercise.h"
#include "core/exercise/feedback.h"
#include "core/exercise/grade_table.h"

#include <string>
#include <vector>

namespace warpstage::cli {

// The files of course systems that the options name, from the rows of the table as they were written. Refuses if one cannot be
// written.
void write_course_files(const GradeOptions& options, const exercise::GradeTable& table,
    const std::vector<exercise::Exercise>& exercises, const std::vector<std::string>& rows);

struct StudentFeedback {
    std::string student;
    std::string id; // of the course system: two students may have one name
    std::vector<exercise::FeedbackPart> parts;
};
void write_feedback(const std::filesystem::path& folder, const std::vector<StudentFeedback>& students);

struct ComparedSource {
    std::string student;
    std::size_t exercise = 0; // index
    std::string text;
};
// A table of pairs that are the same text or at least `kSimilar` similar. Returns their number.
inline constexpr double kSimilar = 0.8;
std::size_t write_similar(const std::filesystem::path& file, const std::vector<exercise::Exercise>& exercises,
    const std::vector<ComparedSource>& sources);

} // namespace warpstage::cli

// What the grading of a class writes besides its table.
#pragma once

#include "core/base/result.h"
#include "core/exercise/exercise.h"
#include "core/exercise/feedback.h"
#include "core/exercise/grade_table.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpstage::course {

// Empty paths are not written.
struct GradeFiles {
    std::filesystem::path feedback; // folder
    std::filesystem::path similar;
    std::filesystem::path moodle;
    std::filesystem::path canvas;
    std::filesystem::path gradescope; // folder
};

// The files of course systems, from the rows of the table as they were written. Errors: a file cannot be written; also below.
[[nodiscard]] Result<void> write_course_files(const GradeFiles& files, const exercise::GradeTable& table,
    const std::vector<exercise::Exercise>& exercises, const std::vector<std::string>& rows);

struct StudentFeedback {
    std::string student;
    std::string id; // of the course system: two students may have one name
    std::vector<exercise::FeedbackPart> parts;
};
[[nodiscard]] Result<void> write_feedback(const std::filesystem::path& folder, const std::vector<StudentFeedback>& students);

struct ComparedSource {
    std::string student;
    std::size_t exercise = 0; // index
    std::string text;
};
// A table of pairs that are the same text or at least `kSimilar` similar. Returns their number.
inline constexpr double kSimilar = 0.8;
[[nodiscard]] Result<std::size_t> write_similar(const std::filesystem::path& file,
    const std::vector<exercise::Exercise>& exercises, const std::vector<ComparedSource>& sources);

} // namespace warpstage::course

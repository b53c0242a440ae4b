// Grades the submissions of a class, and joins tables of parts of it.
#pragma once

#include "app/course/grading/grade_files.h"
#include "core/base/result.h"
#include "core/exercise/exercise.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::course {

// A part of the students: each student is in one part of `count`, whatever else is in the folder.
struct Shard {
    std::uint64_t number = 0; // from 0
    std::uint64_t count = 1;

    [[nodiscard]] bool contains(const std::string& student) const;
};
// "2/8" is the second of eight; an empty text, all students. Errors: another text.
[[nodiscard]] Result<Shard> shard_of(const std::string& text);

struct ClassGrading {
    std::filesystem::path submissions; // a folder or an archive
    std::filesystem::path table; // CSV; rows of an earlier run are kept if nothing has changed
    GradeFiles files;
    std::string version; // of the program: another one grades again
    unsigned jobs = 1;
    std::chrono::milliseconds limit { 10'000 }; // of one run
    bool again = false; // what has not changed, too
    Shard shard;
};

struct ClassGrades {
    std::size_t submissions = 0; // times exercises
    std::size_t graded = 0;
    std::size_t reused = 0; // of these, rows of the earlier table
    std::size_t complete = 0; // with all points
    std::size_t overloaded = 0; // the computer had too much other work for a verdict
    std::size_t kept = 0; // rows of the earlier table without a submission
    std::vector<std::string> ignored; // names in the folder
    std::vector<std::string> unmatched; // students without a file for any exercise
    std::optional<std::size_t> similar; // pairs
    std::string error; // not of a submission; empty: none
};

// Called before each submission, one at a time.
using GradingProgress = std::function<void(std::size_t count, const std::string& student)>;

// The table is saved while it grades: after a stop it has what was graded. Errors: a folder that cannot be read or has no
// submission, a file that is not a table of these exercises, no compiler, a file that cannot be written.
[[nodiscard]] Result<ClassGrades> grade_class(const ClassGrading& grading, const std::vector<exercise::Exercise>& exercises,
    const GradingProgress& progress, const std::stop_token& stop);

struct MergedTables {
    std::size_t rows = 0;
    std::size_t replaced = 0; // rows of an earlier table, by one for the same student and exercise
};
// Errors: as above.
[[nodiscard]] Result<MergedTables> merge_tables(const std::vector<std::filesystem::path>& tables,
    const std::filesystem::path& output, const GradeFiles& files, const std::vector<exercise::Exercise>& exercises);

} // namespace warpstage::course

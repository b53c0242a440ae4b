// Grades the submissions of a class, and joins tables of parts of it.
#pragma once

#include "app/cli/course/grade_options.h"
#include "core/exercise/exercise.h"

#include <vector>

namespace warpstage::cli {

// Both return the exit status, and refuse what they cannot read or write.
[[nodiscard]] int grade_folder(const GradeOptions& options, const std::vector<exercise::Exercise>& exercises);
// The inputs are tables. Of two rows for one student and exercise the later one stays.
[[nodiscard]] int merge_tables(const GradeOptions& options, const std::vector<exercise::Exercise>& exercises);

} // namespace warpstage::cli

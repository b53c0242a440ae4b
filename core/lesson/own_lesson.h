// A changed kernel kept as a lesson of the user's own: a copy, never the installed one.
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"

#include <filesystem>
#include <string>

namespace warpstage::lesson {

// Writes `folder`/`name` with the lesson's files, `source` as its kernels.cu and `name` as its id; the title says both. `ptx` is
// what the source compiles to; empty: the lesson's own, and the new folder's kernels.ptx is then to be compiled. Gives the new
// folder. Errors: a name that is none or that a lesson has already, a folder that is there already, files that cannot be read or
// written. What was written before an error is taken away again.
[[nodiscard]] Result<std::filesystem::path> save_own_lesson(const Lesson& lesson, const std::string& source,
    const std::string& name, const std::filesystem::path& folder, const std::string& ptx = {});

} // namespace warpstage::lesson

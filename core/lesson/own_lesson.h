// Saves a changed kernel as the user's own lesson: a copy, never the installed lesson.
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"

#include <filesystem>
#include <string>

namespace warpstage::lesson {

// Writes `folder`/`name` with the lesson's files and, of a capture, its folders, `source` as kernels.cu and `name` as id, which
// is also added to the title. `ptx`: the compiled source; empty: the lesson's own, and kernels.ptx in the new folder must then be
// compiled. Returns the new folder. Errors: an invalid name or one in use, an existing folder, files that cannot be read or
// written. After an error, all files already written are removed.
[[nodiscard]] Result<std::filesystem::path> save_own_lesson(const Lesson& lesson, const std::string& source,
    const std::string& name, const std::filesystem::path& folder, const std::string& ptx = {});

} // namespace warpstage::lesson

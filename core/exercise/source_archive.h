// Submissions in ZIP archives, which anybody may have written.
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace warpstage::exercise {

// Writes the .cu files of an archive, and the archives in it, into `folder`, which exists: at most 2000 files of 1 MiB, archives
// of 16 MiB. Other files, names that begin with a dot or lead elsewhere and special files are left out. Errors, as one
// sentence: no archive, a damaged or encrypted one, too many or too large files.
[[nodiscard]] Result<void> unpack_sources(const std::filesystem::path& archive, const std::filesystem::path& folder);

// ".zip" in capitals or small letters.
[[nodiscard]] bool has_archive_ending(const std::filesystem::path& file);

} // namespace warpstage::exercise

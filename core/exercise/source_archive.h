// Submissions in ZIP archives, which anybody may have written.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>

namespace warpstage::exercise {

// Writes the .cu files of an archive, and the archives in it, into `folder`, which exists: at most 20,000 entries, files of 1
// MiB, archives of 16 MiB, and `most` bytes altogether. Other files, special files and names that begin with a dot or lead
// elsewhere are left out. Errors, as one sentence: no archive, a damaged or encrypted one, too many or too large files.
[[nodiscard]] Result<void> unpack_sources(
    const std::filesystem::path& archive, const std::filesystem::path& folder, std::uint64_t most);

// ".zip" in capitals or small letters.
[[nodiscard]] bool has_archive_ending(const std::filesystem::path& file);

} // namespace warpstage::exercise

// Capture files are ZIP archives with the files of a lesson folder, so that unpacking one makes it a lesson.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace warpstage::capture_file {

// Of all files in an archive, uncompressed.
inline constexpr std::uint64_t kMaxBytes = std::uint64_t { 1 } << 30;

// Whether the file starts like a capture. Session files have the same ending and are JSON.
[[nodiscard]] bool is_capture(const std::filesystem::path& file);

// A file as it is named in an archive.
struct Packed {
    std::filesystem::path file;
    std::string name;
};

// The files below the folder, sorted. Their names in the archive begin with `place`, which is empty or ends with a slash.
[[nodiscard]] std::vector<Packed> files_below(const std::filesystem::path& folder, const std::string& place);

// Stored files are for an archive that is packed as a whole.
enum class Packing : std::uint8_t { deflated, stored };

// Writes the files to a new archive; an existing file is replaced only when the new one is complete. Equal files make equal
// archives. Errors: a file that cannot be read or written.
[[nodiscard]] Result<void> pack(
    const std::vector<Packed>& files, const std::filesystem::path& file, Packing packing = Packing::deflated);

// Writes all files of the folder, and of its folders, to a new archive; an existing file is replaced only when the new one is
// complete. Errors: a file that cannot be read or written.
[[nodiscard]] Result<void> pack(const std::filesystem::path& folder, const std::filesystem::path& file);

// Writes the files of the archive into the folder, which exists and is empty. An archive may come from anyone: only files with
// names as pack() writes them are accepted, in the folder or in one folder inside it. Errors, each one sentence: no archive, a
// damaged one, another name, more than kMaxBytes, a file that cannot be written.
[[nodiscard]] Result<void> unpack(const std::filesystem::path& file, const std::filesystem::path& folder);

} // namespace warpstage::capture_file

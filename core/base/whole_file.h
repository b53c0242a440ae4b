// Reads and writes whole files. Files from strangers are bounded; what exists is replaced only by what is complete.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace warpstage {

// The largest file of each kind that the program reads, in bytes. Far above what people write, far below what exhausts memory.
inline constexpr std::uint64_t kMaxSettingsBytes = 1 << 20; // settings, lists of recent files
inline constexpr std::uint64_t kMaxTextBytes = 8 << 20; // lesson.toml, notes, scripts, published results, results to compare

// All bytes of a regular file. Folders, pipes, sockets and devices are refused, and what grows beyond the maximum while it is
// read. Errors: only the reason, such as "No such file or directory" or "Not a regular file", for the caller's message.
[[nodiscard]] Result<std::string> read_whole_file(const std::filesystem::path& path, std::uint64_t max_bytes);

// Whether the path, with all its symbolic links followed, lies in the folder. A path that does not exist lies where it would be
// created.
[[nodiscard]] bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder);

// Replaces an existing regular file only when the new one is complete and on the disk; mode and, if permitted, owner remain. A
// symbolic link is followed: its target is replaced. Devices and pipes are written to. The temporary file lies in the folder of
// the target, has no name until it is complete where the file system can do that, and else one that nobody can plant.
// Errors: only the reason, such as "No space left on device", for the caller's message.
[[nodiscard]] Result<void> write_whole_file(const std::filesystem::path& path, std::string_view bytes);

// Removes temporary files in a folder that a killed program left behind.
void remove_abandoned_files(const std::filesystem::path& folder);

} // namespace warpstage

// The files that were opened last, newest first, one path per line.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace warpstage::shell {

inline constexpr std::size_t kMaxRecent = 4; // fit into a row of the start page

// Files that no longer exist are left out.
[[nodiscard]] std::vector<std::filesystem::path> recent_files(const std::filesystem::path& list);
// Puts the file at the top. A list that cannot be written stays as it is.
void add_recent(const std::filesystem::path& list, const std::filesystem::path& file);

} // namespace warpstage::shell

// Symbolic links.
#pragma once

#include <filesystem>
#include <optional>

namespace warpstage {

// The path without symbolic links: the file that is replaced by writing to it, which need not exist yet. Nothing: the links form
// a loop, or a folder cannot be read.
[[nodiscard]] std::optional<std::filesystem::path> without_links(std::filesystem::path path);

} // namespace warpstage

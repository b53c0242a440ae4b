// Where a user's files lie, as the XDG Base Directory Specification says.
#pragma once

#include <filesystem>

namespace warpstage::cli {

[[nodiscard]] std::filesystem::path cache_folder(); // XDG_CACHE_HOME/warpstage, else ~/.cache/warpstage
[[nodiscard]] std::filesystem::path settings_folder(); // XDG_CONFIG_HOME/warpstage, else ~/.config/warpstage

} // namespace warpstage::cli

// Whether the user has asked the desktop for less motion.
#pragma once

#include <filesystem>
#include <string_view>

namespace warpstage::stage {

// In files of GTK and KDE below this folder: animations are off.
[[nodiscard]] bool animations_are_off(const std::filesystem::path& configuration);
// GNOME answers with the program `gsettings`; all others with those files.
[[nodiscard]] bool prefers_reduced_motion();

} // namespace warpstage::stage

// The name of the file in which a running program saves its session while the console is open. Does not use Qt.
#pragma once

#include "core/session_file/session_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>

namespace warpstage::console {

inline constexpr std::string_view kAutosaveFolder = "autosave"; // in ConsoleOptions::data
inline constexpr std::string_view kAutosaveBegin = "autosave-";

// Contains the process id, so that two running programs use different files.
[[nodiscard]] inline std::filesystem::path autosave_file(const std::filesystem::path& folder, long process)
{
    return folder / fmt::format("{}{}{}", kAutosaveBegin, process, session_file::kEnding);
}

} // namespace warpstage::console

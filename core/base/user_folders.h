// The user's folders according to the XDG Base Directory Specification and the XDG user directories.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace warpstage {

// Nothing if the variable is unset or empty.
[[nodiscard]] std::optional<std::string> environment(const char* name);

// Of the variable HOME, else of the user database; never a relative path.
[[nodiscard]] std::filesystem::path home_folder();

// The folder "warpstage" in the variable's folder, else in `below_home`.
[[nodiscard]] std::filesystem::path user_folder(const char* variable, const char* below_home);

// The folder "warpstage" in the user's pictures folder of the XDG user directories ("Pictures", "Bilder", …); not created.
[[nodiscard]] std::filesystem::path default_picture_folder();

// The path with "~" for the home folder.
[[nodiscard]] std::string short_path(const std::filesystem::path& path);

} // namespace warpstage

// Where the user's own files are: by the XDG Base Directory Specification and the XDG user directories.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace warpstage {

// Nothing where it is not set or empty.
[[nodiscard]] std::optional<std::string> environment(const char* name);

// The folder "warpstage" in the one that the variable names, else in `below_home`.
[[nodiscard]] std::filesystem::path user_folder(const char* variable, const char* below_home);

// The user's pictures folder by the XDG user directories ("Pictures", "Bilder", …) with "warpstage" in it; not created.
[[nodiscard]] std::filesystem::path default_picture_folder();

// With "~" for the home folder.
[[nodiscard]] std::string short_path(const std::filesystem::path& path);

} // namespace warpstage

// Where saved pictures go and what they are called.
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace warpstage::stage {

// The user's pictures folder by the XDG user directories ("Pictures", "Bilder", …) with "warpstage" in it; not created.
[[nodiscard]] std::filesystem::path default_picture_folder();

// "warpstage-nbody-shared-20250131-093000.png" in `folder`, with "-2" and so on before the ending where that is taken. Local
// time.
[[nodiscard]] std::filesystem::path new_picture_path(const std::filesystem::path& folder, std::string_view lesson,
    std::string_view variant, std::chrono::system_clock::time_point now);

// "warpstage-nbody-shared-banks-CC-9-0-20250131-093000", without an ending: that of a figure, of which there is no file yet with
// any of the endings.
[[nodiscard]] std::filesystem::path new_figure_stem(const std::filesystem::path& folder, std::span<const std::string> parts,
    std::span<const std::string_view> endings, std::chrono::system_clock::time_point now);

// With "~" for the home folder.
[[nodiscard]] std::string short_path(const std::filesystem::path& path);

} // namespace warpstage::stage

// The names of saved images.
#pragma once

#include "app/stage/standard.h"
#include "core/base/user_folders.h"

namespace warpstage::stage {

// "warpstage-nbody-shared-banks-CC-9-0-20250131-093000" in `folder`, in local time and without an extension: a name that no file
// with one of the extensions has; "-2" and so on is appended if the name is in use.
[[nodiscard]] std::filesystem::path new_figure_stem(const std::filesystem::path& folder, std::span<const std::string> parts,
    std::span<const std::string_view> endings, std::chrono::system_clock::time_point now);

} // namespace warpstage::stage

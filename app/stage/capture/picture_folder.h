// What saved pictures are called.
#pragma once

#include "app/stage/standard.h"
#include "core/base/user_folders.h"

namespace warpstage::stage {

// "warpstage-nbody-shared-banks-CC-9-0-20250131-093000" in `folder`, without an ending and in local time: that of a picture, of
// which there is no file yet with any of the endings; with "-2" and so on where that is taken.
[[nodiscard]] std::filesystem::path new_figure_stem(const std::filesystem::path& folder, std::span<const std::string> parts,
    std::span<const std::string_view> endings, std::chrono::system_clock::time_point now);

} // namespace warpstage::stage

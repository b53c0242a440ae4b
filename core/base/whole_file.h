// A file that appears complete or not at all: written beside its place, then renamed.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string_view>

namespace warpstage {

// An older file of that name stays untouched until the new one is complete. Errors: only the reason, "No space left on device",
// for the caller's sentence.
[[nodiscard]] Result<void> write_whole_file(const std::filesystem::path& path, std::string_view bytes);

} // namespace warpstage

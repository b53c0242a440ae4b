// Writes a file atomically: to a temporary file in the same folder, then renamed.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string_view>

namespace warpstage {

// Replaces an existing file only when the new one is complete. Errors: only the reason, such as "No space left on device", for
// the caller's message.
[[nodiscard]] Result<void> write_whole_file(const std::filesystem::path& path, std::string_view bytes);

} // namespace warpstage

// Limits are measured once and stored: a small file per device, driver and clock, in the user's cache folder.
#pragma once

#include "core/base/result.h"
#include "core/engine/limits/limits.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace warpstage::engine {

[[nodiscard]] std::string to_json(const Limits& limits);
[[nodiscard]] std::string to_text(const Limits& limits);
// `name` is the file name for the error message. Errors: invalid JSON, missing or invalid values.
[[nodiscard]] Result<Limits> limits_from_json(std::string_view text, std::string_view name);

// "FOLDER/limits-NVIDIA-H200-driver-580.159-1980MHz.json"
[[nodiscard]] std::filesystem::path limits_file(const std::filesystem::path& folder, const Description& machine);

// The limits of this device; nothing if the file does not exist or is damaged: then they are measured again.
[[nodiscard]] std::optional<Limits> kept_limits(const std::filesystem::path& folder, const Description& machine);
// Errors: the file cannot be written.
[[nodiscard]] Result<void> keep_limits(const std::filesystem::path& folder, const Description& machine, const Limits& limits);

} // namespace warpstage::engine

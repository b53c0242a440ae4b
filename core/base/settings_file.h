// Files of lines "name = value", which the program writes for itself and people may edit.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage {

struct Setting {
    std::string name;
    std::string value;
};

// In the order of the file, without spaces around names and values; other lines are skipped. Nothing if the file cannot be read.
[[nodiscard]] std::vector<Setting> read_settings(const std::filesystem::path& file);

// Writes the text atomically and creates the folder. Errors: only the reason, for the caller's message.
[[nodiscard]] Result<void> write_settings(const std::filesystem::path& file, std::string_view text);

} // namespace warpstage

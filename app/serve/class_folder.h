// The folder of a class: its database, the lecturer's token, the certificate. Only its owner can read it.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace warpstage::serve {

// Errors: it cannot be created.
[[nodiscard]] Result<void> prepare_class_folder(const std::filesystem::path& folder);

// The first line of the file; a new token is written to a file that does not exist. Errors: it cannot be read or written, or has
// no token.
[[nodiscard]] Result<std::string> token_in(const std::filesystem::path& file);

// A new code of a class, of signs that nobody confuses when they are read from a screen.
[[nodiscard]] std::string new_class_code();

} // namespace warpstage::serve

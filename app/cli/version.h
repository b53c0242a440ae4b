// Which program this is: for `--version`, for files and for whoever reports a mistake.
#pragma once

#include <string>

namespace warpstage::cli {

// "warpstage 0.1.0".
[[nodiscard]] std::string program_version();

// The same with the commit, and a line for each library that is linked.
[[nodiscard]] std::string version_text();

} // namespace warpstage::cli

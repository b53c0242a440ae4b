// How two texts differ, line by line. Knows no Qt.
#pragma once

#include <string>
#include <string_view>

namespace warpstage::console {

// As `diff -u` writes it, with three lines around each change, without the names of files; empty where nothing differs.
[[nodiscard]] std::string unified_diff(std::string_view before, std::string_view after);

} // namespace warpstage::console

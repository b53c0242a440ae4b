// The libraries that the console is linked with, "Qt 6.4.2".
#pragma once

#include <string>
#include <vector>

namespace warpstage::console {

[[nodiscard]] std::vector<std::string> library_versions();

} // namespace warpstage::console

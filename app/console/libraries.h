// The libraries that only the console is linked with: "QScintilla 2.13.3".
#pragma once

#include <string>
#include <vector>

namespace warpstage::console {

[[nodiscard]] std::vector<std::string> library_versions();

} // namespace warpstage::console

// The libraries that the stage is linked with, "GLFW 3.3.8".
#pragma once

#include <string>
#include <vector>

namespace warpstage::stage {

[[nodiscard]] std::vector<std::string> library_versions();

} // namespace warpstage::stage

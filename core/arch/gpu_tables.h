// Properties of compute capabilities and GPUs, as text tables.
#pragma once

#include <string>

namespace warpstage::arch {

[[nodiscard]] std::string capabilities_text();
[[nodiscard]] std::string gpus_text();

} // namespace warpstage::arch

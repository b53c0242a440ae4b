// The kind of device that runs kernels.
#pragma once

#include <cstdint>

namespace warpstage {

enum class EngineKind : std::uint8_t { gpu, vm };

} // namespace warpstage

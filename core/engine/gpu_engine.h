// The engine that launches on an NVIDIA GPU through the driver, which is loaded at run time.
#pragma once

#include "core/engine/engine.h"

#include <memory>

namespace warpstage::engine {

// Errors: no driver, no device, a driver too old; each says what to do.
[[nodiscard]] Result<std::unique_ptr<Engine>> make_gpu_engine(int device_index = 0);

} // namespace warpstage::engine

// The engine that launches on an NVIDIA GPU through the driver, which is loaded at run time.
//
// Sharing: share() first takes the plan's buffers back out of the OpenGL buffers of an earlier share(), so those must still
// exist then, and may be deleted once share() has returned. The context that owns the buffers must be current in every call,
// also when the engine is destroyed.
#pragma once

#include "core/engine/engine.h"

#include <memory>
#include <string>
#include <vector>

namespace warpstage::gpu {
class Driver;
}

namespace warpstage::engine {

// Errors: no driver, no device, a driver too old; each message says what to do.
[[nodiscard]] Result<std::unique_ptr<Engine>> make_gpu_engine(int device_index = 0);
// The names of all GPUs of this computer, in the driver's order; empty without a driver.
[[nodiscard]] std::vector<std::string> gpu_names();
// The same as make_gpu_engine(int) with an open driver.
[[nodiscard]] Result<std::unique_ptr<Engine>> make_gpu_engine(std::shared_ptr<const gpu::Driver> driver, int device_index = 0);

} // namespace warpstage::engine

// The driver's own compiler, which makes code of PTX. It takes some tenths of a second to start, and a process whose kernels all
// came from the driver's cache has not started it: the first kernel that somebody changes would hold up a frame.
#pragma once

#include "core/base/result.h"
#include "core/gpu/driver.h"

#include <memory>

namespace warpstage::gpu {

// Has it compile a kernel that no cache knows, on this thread; what compiles afterwards, on any thread, finds it running.
// Errors: no such GPU.
[[nodiscard]] Result<void> start_compiler(std::shared_ptr<const Driver> driver, int device_index);

} // namespace warpstage::gpu

// What the OpenGL driver needs of the process: threads and memory.
#pragma once

#include "core/base/result.h"

namespace warpstage::stage {

// To be called before OpenGL is loaded. Mesa's software renderer waits forever for threads that cannot be started; if this
// process cannot start as many, the renderer draws without threads of its own. It crashes where it gets no memory, and NVIDIA's
// driver needs more: error if the process may not have 512 MiB of addresses.
[[nodiscard]] Result<void> prepare_driver();

} // namespace warpstage::stage

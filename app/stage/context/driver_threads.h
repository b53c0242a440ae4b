// The threads of the OpenGL driver.
#pragma once

namespace warpstage::stage {

// To be called before OpenGL is loaded. Mesa's software renderer waits forever for threads that cannot be started; if this
// process cannot start as many, the renderer draws without threads of its own.
void spare_driver_threads();

} // namespace warpstage::stage

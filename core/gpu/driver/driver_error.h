// The driver's status codes as sentences that a presenter can act on. Only core/gpu includes this: it needs cuda.h.
#pragma once

#include "core/base/result.h"
#include "core/gpu/driver/driver_functions.h"

#include <string>
#include <string_view>

namespace warpstage::gpu {

// The driver's words and name: "out of memory (CUDA_ERROR_OUT_OF_MEMORY)".
[[nodiscard]] std::string status_text(const DriverFunctions& functions, CUresult status);

[[nodiscard]] Error status_error(const DriverFunctions& functions, CUresult status, std::string_view attempt);

// Why cuInit did not start the driver.
[[nodiscard]] Error start_error(const DriverFunctions& functions, CUresult status);

// Whether a status says that a kernel did wrong or the GPU failed, after which no call of this process works again. Measured
// on an H200 with driver 580: 16 ways of recovery in the same process, none works.
[[nodiscard]] bool is_fault(CUresult status);

} // namespace warpstage::gpu

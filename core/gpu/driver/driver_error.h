// The driver's status codes as messages with a remedy. Only core/gpu includes this: it needs cuda.h.
#pragma once

#include "core/base/result.h"
#include "core/gpu/driver/driver_functions.h"

#include <string>
#include <string_view>

namespace warpstage::gpu {

// The driver's message and name: "out of memory (CUDA_ERROR_OUT_OF_MEMORY)".
[[nodiscard]] std::string status_text(const DriverFunctions& functions, CUresult status);

[[nodiscard]] Error status_error(const DriverFunctions& functions, CUresult status, std::string_view attempt);

// Why cuInit did not start the driver.
[[nodiscard]] Error start_error(const DriverFunctions& functions, CUresult status);

// Whether a status means a kernel fault or a GPU failure, after which no call in this process works. Tested on an H200 with
// driver 580: none of 16 attempts to recover in the same process works.
[[nodiscard]] bool is_fault(CUresult status);

} // namespace warpstage::gpu

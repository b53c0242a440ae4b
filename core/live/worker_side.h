// The worker process: reads requests, runs their kernels on the GPU and replies, until its input ends.
#pragma once

#include <string>

namespace warpstage::live {

// Name of the hidden subcommand.
inline constexpr const char* kWorkerCommand = "try-kernels";

// Requests arrive on standard input; replies go to the initial standard output, which is then redirected because the driver
// writes the output of kernels there. Ends after the first fault, because the process cannot use the GPU any more. Returns the
// exit status of the process.
[[nodiscard]] int serve_trials(int device);

} // namespace warpstage::live

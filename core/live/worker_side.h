// The worker process's own part: takes requests, runs their kernels on the GPU, answers, until its input ends.
#pragma once

#include <string>

namespace warpstage::live {

// Name of the hidden subcommand.
inline constexpr const char* kWorkerCommand = "try-kernels";

// Requests come on the standard input; answers go to what the standard output was at the start, since the driver writes there
// what kernels print. Ends after the first fault: the process can compute no more. Returns the status of the process.
[[nodiscard]] int serve_trials(int device);

} // namespace warpstage::live

// The end of the program once everything is saved.
#pragma once

#include <chrono>

namespace warpstage::cli {

// Ends this process after this time, with this exit status, unless it has ended before. Destructors wait for computations: a step
// of a million bodies on a GPU cannot be stopped, and what only computes for the screen is not worth waiting for.
void end_within(std::chrono::milliseconds time, int status);

} // namespace warpstage::cli

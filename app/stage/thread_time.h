// How long the calling thread has computed. Unlike a clock on the wall it does not count what other programs took meanwhile.
#pragma once

#include <chrono>

namespace warpstage::stage {

[[nodiscard]] std::chrono::nanoseconds thread_time();

} // namespace warpstage::stage

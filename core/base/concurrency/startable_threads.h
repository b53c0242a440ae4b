// Threads where `ulimit -u`, `ulimit -v` or a container permits few of them.
#pragma once

namespace warpstage {

// How many of these threads can run at the same time now. Starts and ends them.
[[nodiscard]] unsigned startable_threads(unsigned wanted);

} // namespace warpstage

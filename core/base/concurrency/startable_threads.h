// Threads where `ulimit -u`, `ulimit -v` or a container permits few of them.
#pragma once

namespace warpstage {

// Threads that are left for others: this process's own, other libraries' and those of other processes of the same user, which
// count for the same limit.
constexpr unsigned kSpareThreads = 16;

// How many of these threads can run at the same time now, beside kSpareThreads others. Starts and ends them.
[[nodiscard]] unsigned startable_threads(unsigned wanted);

} // namespace warpstage

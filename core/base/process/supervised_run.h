// Runs a program under a process that ends it, and all programs that it has started, as soon as this process has ended in any
// way.
#pragma once

#include "core/base/process/process.h"

#include <cstdint>
#include <functional>

namespace warpstage {

struct SupervisedEnd {
    ProcessEnd end;
    bool interrupted = false; // Ctrl+C was pressed while it ran, which reaches the program, not this process
};

// Programs that the program leaves behind when it ends.
enum class LeftBehind : std::uint8_t { remains, ends };

// The program has the streams, the terminal and the process group of this process. Calls `tick` several times per second and
// waits for the end of the program. For a process with one thread. Errors: only the reason why the program does not start.
[[nodiscard]] Result<SupervisedEnd> run_supervised(
    const ProcessStart& start, LeftBehind left_behind, const std::function<void()>& tick = [] {});

} // namespace warpstage

// A program that runs with the terminal, input and output of this one, and with our runtime library in front of others.
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::cli {

struct ProgramCommand {
    std::filesystem::path program;
    std::vector<std::string> arguments;
    std::vector<std::pair<std::string, std::string>> environment {}; // in addition to that of this process
    std::filesystem::path libraries {}; // folder that the loader searches first; empty: none
};

// Starts the program and waits for its end; calls `tick` several times per second. Ctrl+C reaches the program, not this process.
// Returns the exit status; 128 plus the signal number if a signal ended it. Errors: the program does not start.
[[nodiscard]] Result<int> run_in_terminal(
    const ProgramCommand& command, const std::function<void()>& tick = [] {});

} // namespace warpstage::cli

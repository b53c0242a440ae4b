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

struct ProgramEnd {
    int status = 0; // exit status; 128 plus the number of the signal that ended the program
    int signal = 0; // 0: none
};

// Starts the program and waits for its end; calls `tick` several times per second. Ctrl+C reaches the program, not this process.
// Errors: the program does not start.
[[nodiscard]] Result<ProgramEnd> run_in_terminal(
    const ProgramCommand& command, const std::function<void()>& tick = [] {});

// Names the signal that ended the program, as a shell does for programs that it has started. Ctrl+C and a closed pipe need no
// words.
void report_signal(const ProgramEnd& end, const std::filesystem::path& program);

} // namespace warpstage::cli

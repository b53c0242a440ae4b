// Runs another program and captures its output.
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace warpstage {

struct ProgramRun {
    int status = 0; // exit status; 128 plus the signal number if a signal ended it
    std::string output; // stdout and stderr in order of arrival
};

struct ProgramLimits {
    std::chrono::milliseconds time { 10'000 };
    std::size_t output = std::size_t { 1 } << 20U; // bytes
    std::string name {}; // of the program in messages; empty: its file name
    std::vector<std::pair<std::string, std::string>> environment {}; // in addition to that of this process, or instead
};

// The program's input is empty. Errors: the program does not start, was stopped, or exceeded a limit. In every case it has ended
// with the programs that it started; it also ends if this process is killed.
[[nodiscard]] Result<ProgramRun> run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
    const ProgramLimits& limits = {}, const std::stop_token& stop = {});

} // namespace warpstage

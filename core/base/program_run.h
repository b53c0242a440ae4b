// Runs another program to its end and takes what it prints.
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage {

struct ProgramRun {
    int status = 0; // of its exit; 128 and the signal's number where a signal ended it
    std::string output; // stdout and stderr, in the order in which they came
};

struct ProgramLimits {
    std::chrono::milliseconds time { 10'000 };
    std::size_t output = std::size_t { 1 } << 20U; // bytes
};

// Reads nothing from this process's input. Error: it does not start, was stopped, or passed a limit; it has ended in any case.
[[nodiscard]] Result<ProgramRun> run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
    const ProgramLimits& limits = {}, const std::stop_token& stop = {});

} // namespace warpstage

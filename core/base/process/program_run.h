// Finds another program, runs it and captures its output.
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage {

// The folders of PATH, then `bin` of CUDA_HOME, of CUDA_PATH and of /usr/local/cuda.
[[nodiscard]] std::vector<std::filesystem::path> toolkit_folders();

// The executable file `program` in the first folder that contains it; nothing if none does.
[[nodiscard]] std::optional<std::filesystem::path> find_program(
    const std::vector<std::filesystem::path>& folders, std::string_view program);

struct ProgramRun {
    int status = 0; // exit status; 128 plus the signal number if a signal ended it
    std::string output; // stdout and stderr in order of arrival
};

struct ProgramLimits {
    std::chrono::milliseconds time { 10'000 };
    std::size_t output = std::size_t { 1 } << 20U; // bytes
    std::string name {}; // of the program in messages; empty: its file name
};

// The program's input is empty. Errors: the program does not start, was stopped, or exceeded a limit; it has ended in every case.
[[nodiscard]] Result<ProgramRun> run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
    const ProgramLimits& limits = {}, const std::stop_token& stop = {});

} // namespace warpstage

// What the text of a program says before and after nvcc compiles it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::kernel_run {

struct ProgramSource {
    std::filesystem::path file;
    std::string text; // without comments
    bool launches_from_kernels = false; // needs nvcc -rdc=true
};

// Nothing: the file cannot be read, which nvcc reports.
[[nodiscard]] std::optional<ProgramSource> read_program_source(const std::filesystem::path& file);

// Why the program cannot run on the virtual device: it calls a library whose kernels are machine code. Empty: it calls none.
// Parts of such libraries that are only headers do not count.
[[nodiscard]] std::string host_library_problem(const ProgramSource& source);

// For a program that nvcc has refused: what replaces functions and members that CUDA 12 and 13 no longer have, one sentence each.
[[nodiscard]] std::vector<std::string> removed_names(const ProgramSource& source);

} // namespace warpstage::kernel_run

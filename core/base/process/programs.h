// Where this program, the files installed with it, and other programs are.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace warpstage {

// The file of this program; empty: unknown.
[[nodiscard]] std::filesystem::path own_program();

// The folders of programs and libraries that belong to this program: its own, and lib/warpstage of its installation.
[[nodiscard]] std::vector<std::filesystem::path> program_folders();

// The folders of lessons, shaders and fonts that belong to this program: beside it, and in share of its installation.
[[nodiscard]] std::vector<std::filesystem::path> asset_folders();

// The folders of PATH, then `bin` of CUDA_HOME, of CUDA_PATH and of /usr/local/cuda.
[[nodiscard]] std::vector<std::filesystem::path> toolkit_folders();

// The executable file `program` in the first folder that contains it; nothing if none does.
[[nodiscard]] std::optional<std::filesystem::path> find_program(
    const std::vector<std::filesystem::path>& folders, std::string_view program);

} // namespace warpstage

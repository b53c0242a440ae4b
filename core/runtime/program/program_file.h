// What an executable file needs, read before it is started.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace warpstage::runtime {

struct ProgramFile {
    std::vector<std::string> libraries; // "libcudart.so.13": those that the loader loads for it
    bool has_device_code = false; // a section with fat binaries
    bool has_static_runtime = false; // contains the CUDA runtime library
    bool loads_driver = false; // contains the name libcuda.so, which it can load while it runs
    bool has_symbols = false; // the names of its own functions: it is not stripped
    std::vector<std::string> imported {}; // functions and variables that it uses of libraries
};

// Errors: no readable file, no ELF executable of 64 bits for x86-64.
[[nodiscard]] Result<ProgramFile> read_program_file(const std::filesystem::path& path);

// Whether the program compiles kernels while it runs.
[[nodiscard]] bool uses_nvrtc(const ProgramFile& program);

// What happens to a runtime library that is a part of the program: its functions, found by their names, are replaced, or not.
enum class StaticRuntime : std::uint8_t { is_replaced, stays };

// Whether the program can run on the virtual device. Errors, each with what to do: a static runtime library that stays, a runtime
// library of another version, a library without PTX, no CUDA program.
[[nodiscard]] Result<void> check_program(
    const ProgramFile& program, const std::string& name, StaticRuntime own = StaticRuntime::stays);

} // namespace warpstage::runtime

// What an executable file needs, read before it is started.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpstage::runtime {

struct ProgramFile {
    std::vector<std::string> libraries; // "libcudart.so.13": those that the loader loads for it
    bool has_device_code = false; // a section with fat binaries
};

// Errors: no readable file, no ELF executable of 64 bits for x86-64.
[[nodiscard]] Result<ProgramFile> read_program_file(const std::filesystem::path& path);

// Whether the program can run on the virtual device. Errors, each with what to do: a static runtime library, a runtime library of
// another version, a library without PTX, the driver API, no CUDA program.
[[nodiscard]] Result<void> check_program(const ProgramFile& program, const std::string& name);

} // namespace warpstage::runtime

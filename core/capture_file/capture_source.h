// The source files that the line table of captured PTX names.
#pragma once

#include "core/ptx/ast.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::capture_file {

struct CapturedSource {
    std::filesystem::path path; // the file of the kernel; empty: unknown
    std::string text; // never empty; if the file cannot be read, a comment that says so
    std::vector<std::pair<std::string, std::string>> headers; // other files that can be read, except those of the system
};

// The file that contains the kernel; empty: the PTX has no line table.
[[nodiscard]] std::filesystem::path source_file_of(const ptx::Module& module, const std::string& kernel);
[[nodiscard]] CapturedSource captured_source(const ptx::Module& module, const std::string& kernel);

// Whether the kernel, or a function that it may call, adds floating-point numbers atomically.
[[nodiscard]] bool uses_float_atomics(const ptx::Module& module, const std::string& kernel);

} // namespace warpstage::capture_file

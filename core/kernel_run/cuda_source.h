// A .cu file compiled to PTX: with NVRTC, or with nvcc if NVRTC does not accept the file.
#pragma once

#include "core/gpu/nvrtc/compilation.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::kernel_run {

// `automatic`: NVRTC; nvcc if NVRTC is not installed, or refuses host code, a name or a header of the host or an option of nvcc.
enum class Compiler : std::uint8_t { automatic, nvrtc, nvcc };

struct CudaOptions {
    std::vector<std::pair<std::string, std::string>> defines {}; // name and value
    std::string architecture = "75"; // "90a": compute_90a
    std::vector<std::filesystem::path> include_folders {}; // searched after the folder of the file
    std::vector<std::string> flags {}; // additional options of the compiler
    Compiler compiler = Compiler::automatic;
    std::stop_token stop {}; // ends the compilation
};

// `source`: the text of `file`. `instances`: template instances to compile, "reduce<256>". The result has their mangled names
// only if NVRTC compiled it. Errors: neither compiler is installed; those of the compiler that was used last.
[[nodiscard]] gpu::Compilation compile_cuda(const std::filesystem::path& file, const std::string& source,
    const CudaOptions& options, const std::vector<std::string>& instances = {});

} // namespace warpstage::kernel_run

// Compiles CUDA C++ to PTX with nvcc, the CUDA compiler as a program, which also accepts files with host code.
#pragma once

#include "core/base/process/programs.h"
#include "core/base/result.h"
#include "core/gpu/nvrtc/compilation.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <utility>
#include <vector>

namespace warpstage::gpu {

class NvccCompiler {
public:
    static constexpr std::chrono::seconds kTimeLimit { 120 }; // of one compilation
    static constexpr std::uint64_t kMemoryLimit = std::uint64_t { 4 } << 30U; // bytes, of each process of one compilation

    // The first nvcc of these folders. Errors: none; the message says what to install.
    [[nodiscard]] static Result<NvccCompiler> find(const std::vector<std::filesystem::path>& folders = toolkit_folders());

    // Compiles the device code of `request.file`, with line information; host code is only parsed. Template instances that the
    // host code does not launch are compiled on request. Errors: invalid text or option, no host compiler, a limit, a stop.
    [[nodiscard]] Compilation compile(
        const CompileRequest& request, std::chrono::milliseconds time_limit = kTimeLimit, const std::stop_token& stop = {}) const;

    // The same of a text that may not be saved: of a copy in a temporary folder. Errors: also a full disk.
    [[nodiscard]] Compilation compile_copy(
        CompileRequest request, std::chrono::milliseconds time_limit = kTimeLimit, const std::stop_token& stop = {}) const;

private:
    explicit NvccCompiler(std::filesystem::path program)
        : m_program(std::move(program))
    {
    }

    std::filesystem::path m_program;
};

} // namespace warpstage::gpu

// Compiles CUDA C++ to PTX with NVRTC, the CUDA compiler as a library, which is opened at run time.
#pragma once

#include "core/base/result.h"
#include "core/gpu/nvrtc/nvrtc_log.h"
#include "core/gpu/nvrtc/nvrtc_probe.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::gpu {

struct CompileRequest {
    std::string source;
    std::string name; // name of the text in messages and PTX: "saxpy.cu"
    std::uint32_t architecture = 75; // 90: compute_90
    std::vector<std::pair<std::string, std::string>> defines; // name, value
    // Template instances to compile, in C++ syntax: "reduce<256>". Kernels that are not templates are always compiled.
    std::vector<std::string> name_expressions;
    std::vector<std::filesystem::path> include_folders; // searched before those of the CUDA Toolkit
    std::vector<std::string> flags; // additional options of NVRTC, for example "-ftz=true"
};

struct CompiledPtx {
    std::string text;
    std::vector<std::string> lowered_names; // mangled names, one per name expression
};

// Diagnostics exist in both cases: warnings if the PTX was created, all errors if `ptx` is an Error.
struct Compilation {
    Result<CompiledPtx> result;
    std::vector<Diagnostic> diagnostics; // in the compiler's order
};

class NvrtcCompiler {
public:
    // The first of these libraries that opens and has every required function. Errors: none; the message says how to install
    // NVRTC and that PTX runs without it.
    [[nodiscard]] static Result<NvrtcCompiler> load(std::span<const std::filesystem::path> libraries);
    [[nodiscard]] static Result<NvrtcCompiler> load();

    [[nodiscard]] const NvrtcInfo& info() const { return m_info; }

    // Compiles with line information, so that faults and reports refer to source lines.
    [[nodiscard]] Compilation compile(const CompileRequest& request) const;

private:
    struct Functions;

    NvrtcCompiler(NvrtcInfo info, std::shared_ptr<const Functions> functions);

    NvrtcInfo m_info;
    std::shared_ptr<const Functions> m_functions; // the library stays open
};

// The CUDA Toolkit's folder of headers and, from CUDA 13 on, that of its C++ libraries: in CUDA_HOME, /usr/local/cuda, or the
// folders of distributions. Empty if none is found: a kernel without #include does not need it.
[[nodiscard]] std::vector<std::filesystem::path> cuda_include_folders();

} // namespace warpstage::gpu

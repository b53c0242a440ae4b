// CUDA text -> PTX with NVRTC, the CUDA compiler as a library, which is opened at run time.
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
    std::string name; // what messages and the PTX call the text: "saxpy.cu"
    std::uint32_t architecture = 75; // 90: compute_90
    std::vector<std::pair<std::string, std::string>> defines; // name, value
    // Instances of templates to compile, as C++ writes them: "reduce<256>". What is no template is compiled anyway.
    std::vector<std::string> name_expressions;
    std::vector<std::filesystem::path> include_folders; // before those of the CUDA Toolkit
    std::vector<std::string> flags; // further ones of NVRTC, as in "-ftz=true"
};

struct CompiledPtx {
    std::string text;
    std::vector<std::string> lowered_names; // mangled, one for each name expression
};

// The diagnostics are there in both cases: warnings beside PTX, errors beside the one sentence of the Error.
struct Compilation {
    Result<CompiledPtx> result;
    std::vector<Diagnostic> diagnostics; // in the compiler's order
};

class NvrtcCompiler {
public:
    // The first library of these that opens and has every function needed. Errors: none does; the sentence says how to get NVRTC
    // and that PTX runs without it.
    [[nodiscard]] static Result<NvrtcCompiler> load(std::span<const std::filesystem::path> libraries);
    [[nodiscard]] static Result<NvrtcCompiler> load();

    [[nodiscard]] const NvrtcInfo& info() const { return m_info; }

    // With line information, so that faults and reports name lines of the source.
    [[nodiscard]] Compilation compile(const CompileRequest& request) const;

private:
    struct Functions;

    NvrtcCompiler(NvrtcInfo info, std::shared_ptr<const Functions> functions);

    NvrtcInfo m_info;
    std::shared_ptr<const Functions> m_functions; // the library stays open
};

// The CUDA Toolkit's folder of headers and, from CUDA 13 on, that of its C++ libraries: at CUDA_HOME, beside /usr/local/cuda, or
// where distributions put it. Empty where there is none: a kernel without #include needs none.
[[nodiscard]] std::vector<std::filesystem::path> cuda_include_folders();

} // namespace warpstage::gpu

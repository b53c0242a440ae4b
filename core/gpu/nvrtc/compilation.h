// What the CUDA compilers, NVRTC and nvcc, take and give.
#pragma once

#include "core/base/result.h"
#include "core/gpu/nvrtc/nvrtc_log.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::gpu {

struct CompileRequest {
    std::string source {};
    std::string name {}; // name of the text in messages and, with NVRTC, in PTX: "saxpy.cu"
    std::filesystem::path file {}; // that has the text; for nvcc
    std::string architecture = "75"; // "90a": compute_90a
    std::vector<std::pair<std::string, std::string>> defines {}; // name, value
    // Template instances to compile, in C++ syntax: "reduce<256>". Kernels that are not templates are always compiled.
    std::vector<std::string> name_expressions {};
    std::vector<std::filesystem::path> include_folders {}; // searched before those of the CUDA Toolkit
    std::vector<std::string> flags {}; // additional options of the compiler, for example "-ftz=true"
    bool confined =
        false; // the source belongs to a lesson or session: only files of the include folders and of the system may be included
};

struct CompiledPtx {
    std::string text;
    std::vector<std::string> lowered_names {}; // mangled names, one per name expression (NVRTC only)
};

// Diagnostics exist in both cases: warnings if the PTX was created, all errors if `ptx` is an Error.
struct Compilation {
    Result<CompiledPtx> result;
    std::vector<Diagnostic> diagnostics {}; // in the compiler's order
    bool requires_nvcc = false; // NVRTC refused host code, a header of the host, or an option of nvcc
    bool lacks_names = false; // that nvcc may know, which includes headers of the host: `uint`, `uint64_t`
    bool was_ended = false; // by a limit or a stop: another attempt would not end better
    bool timed_out = false; // by the clock: on a computer with less other work it may end
};

// The first error as one sentence; `diagnostics` has all of them.
[[nodiscard]] Error compile_error(const CompileRequest& request, const std::vector<Diagnostic>& diagnostics);

// The options of both compilers: architecture, flags of the build, definitions, additional flags. Without include folders.
[[nodiscard]] std::vector<std::string> compile_options(const CompileRequest& request);

// Removes the warnings in headers of the CUDA Toolkit, which no user can act on.
void remove_toolkit_warnings(std::vector<Diagnostic>& diagnostics, const std::vector<std::filesystem::path>& toolkit_folders);

// The CUDA Toolkit's folder of headers and, from CUDA 13 on, that of its C++ libraries: in CUDA_HOME, /usr/local/cuda, or the
// folders of distributions. Empty if none is found: a kernel without #include does not need it.
[[nodiscard]] std::vector<std::filesystem::path> cuda_include_folders();

} // namespace warpstage::gpu

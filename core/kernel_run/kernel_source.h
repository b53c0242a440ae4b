// A kernel file prepared to run: PTX unchanged, CUDA compiled with NVRTC or nvcc.
#pragma once

#include "core/base/result.h"
#include "core/kernel_run/cuda_source.h"
#include "core/lesson/lesson.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::kernel_run {

// Maximum size of PTX: no compiler writes more, and the syntax tree is about twenty times larger.
inline constexpr std::uint64_t kMaxPtxBytes = std::uint64_t { 64 } << 20;
inline constexpr std::uint64_t kMaxSourceBytes = std::uint64_t { 8 } << 20; // of CUDA C++: single-header libraries have some 2 MB
[[nodiscard]] inline std::uint64_t max_bytes_of(const std::filesystem::path& file)
{
    return file.extension() == ".ptx" ? kMaxPtxBytes : kMaxSourceBytes;
}

struct SourceRequest {
    std::filesystem::path file; // .ptx: PTX; any other extension: CUDA C++
    std::string kernel {}; // kernel to run: "saxpy", "reduce<256>", or a mangled name; empty: the only one
    CudaOptions compilation {}; // for CUDA only
    std::vector<std::string> further {}; // kernels of further launches, in the same form
};

// A lesson without a folder: its id is the file's name, and it has no problem and no variants.
struct KernelSource {
    std::shared_ptr<const lesson::Lesson> lesson;
    const ptx::Function* kernel = nullptr; // in lesson->module
    std::vector<const ptx::Function*> further {}; // of SourceRequest::further
};

// The diagnostics of the CUDA compiler exist in both cases.
struct LoadedSource {
    Result<KernelSource> source;
    std::vector<gpu::Diagnostic> diagnostics;
};

// Errors: an unreadable file, no compiler, invalid CUDA or PTX, an unknown kernel (with the most similar one), or several kernels
// and none selected.
[[nodiscard]] LoadedSource load_source(const SourceRequest& request);

// Reads a text file. Errors: it cannot be read, is empty, or has more than `most` bytes.
[[nodiscard]] Result<std::string> read_text(const std::filesystem::path& file, std::uint64_t most);

} // namespace warpstage::kernel_run

// A file of kernels made ready to run: PTX as it is, CUDA compiled with NVRTC.
#pragma once

#include "core/base/result.h"
#include "core/gpu/nvrtc/nvrtc_log.h"
#include "core/lesson/lesson.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::kernel_run {

// PTX is refused beyond this size: no compiler writes so much, and the syntax tree is some twenty times larger.
inline constexpr std::uint64_t kMaxPtxBytes = std::uint64_t { 64 } << 20;

struct SourceRequest {
    std::filesystem::path file; // .ptx is PTX; everything else is CUDA C++
    std::string kernel; // to run: "saxpy", "reduce<256>", or a mangled name; empty: the only one
    std::vector<std::pair<std::string, std::string>> defines; // of CUDA only
    std::uint32_t architecture = 75; // compute_75
};

// Of a folder that is no lesson: id is the file's name, there is no problem and no variant.
struct KernelSource {
    std::shared_ptr<const lesson::Lesson> lesson;
    const ptx::Function* kernel = nullptr; // in lesson->module
};

// The diagnostics of the CUDA compiler are there in both cases.
struct LoadedSource {
    Result<KernelSource> source;
    std::vector<gpu::Diagnostic> diagnostics;
};

// Errors: a file that cannot be read, no NVRTC, CUDA or PTX that is wrong, no such kernel (with the nearest), or several and none
// named.
[[nodiscard]] LoadedSource load_source(const SourceRequest& request);

// The text of a file. Errors: it cannot be read, is empty, or has more than `most` bytes.
[[nodiscard]] Result<std::string> read_text(const std::filesystem::path& file, std::uint64_t most);

} // namespace warpstage::kernel_run

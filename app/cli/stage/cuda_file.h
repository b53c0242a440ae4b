// A CUDA file opened on the stage: it becomes a lesson with one variant per kernel.
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::cli {

struct CudaParameter {
    std::string name;
    std::string type; // of a value or of a buffer's elements: "f32", "s32", …
    bool pointer = false;
};
struct CudaKernel {
    std::string name;
    std::vector<CudaParameter> parameters;
};

// The kernels whose parameters are numbers and pointers to numbers, in source order. Templates are omitted, because their
// arguments are unknown.
[[nodiscard]] std::vector<CudaKernel> kernels_of(std::string_view source);

// A lesson.toml for them: every buffer has `n` elements, and one thread is launched per element. The user can edit it.
[[nodiscard]] std::string lesson_text_of(const std::vector<CudaKernel>& kernels, const std::string& id, const std::string& title);

// A lesson's kernels.cu opens that lesson. Any other file gets a folder in `folder`, whose lesson.toml is written once and whose
// kernels.cu is a link to the file, so that edits are followed. Errors: a file that cannot be read or has no such kernel, no
// NVRTC, CUDA code that does not compile, an invalid lesson.
[[nodiscard]] Result<std::shared_ptr<const lesson::Lesson>> open_cuda_file(
    const std::filesystem::path& file, const std::filesystem::path& folder);

} // namespace warpstage::cli

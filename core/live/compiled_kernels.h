// A lesson with edited kernels: the text, the PTX compiled by NVRTC, and the lesson with both.
#pragma once

#include "core/base/result.h"
#include "core/gpu/nvrtc/compile_process.h"
#include "core/lesson/edited/kernel_texts.h"
#include "core/lesson/lesson.h"

#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::live {

using lesson::KernelTexts;
using lesson::with_kernels;

// Names of builds; the empty name is kernels.ptx.
using Builds = std::set<std::string, std::less<>>;

[[nodiscard]] Builds builds_of(const lesson::Lesson& lesson);
// The builds of the variant's kernels: usually one, at least one.
[[nodiscard]] Builds builds_of(const lesson::Lesson& lesson, const problem::Variant& variant);

struct CompiledKernels {
    Result<KernelTexts> texts; // the error is one sentence with the first invalid line
    std::vector<gpu::Diagnostic> diagnostics; // errors of the first failing build; else the warnings of the first build
};

// Compiles only the variant's kernels, in a fraction of the time. Nothing if the text has no other kernels, or on an error of the
// text, which compile_kernels() will report. Errors: the compiler was ended, by a limit or a stop.
[[nodiscard]] Result<std::optional<KernelTexts>> compile_kernels_of(gpu::CompileProcess& compiler, const lesson::Lesson& lesson,
    const problem::Variant& variant, const std::string& source, const std::stop_token& stop = {});

// Compiles the text once per build, like the build system: for the architecture in the PTX, the build "ftz" with -ftz=true and
// the build "fast" with -use_fast_math.
[[nodiscard]] CompiledKernels compile_kernels(gpu::CompileProcess& compiler, const lesson::Lesson& lesson,
    const std::string& source, const Builds& builds, const std::stop_token& stop = {});

// Whether all kernels of the variant come from a partial build.
[[nodiscard]] bool has_partial_builds_of(const lesson::Lesson& lesson, const problem::Variant& variant);

} // namespace warpstage::live

// A lesson whose kernels somebody has changed: the text, the PTX that NVRTC makes of it, and the lesson with both.
#pragma once

#include "core/base/result.h"
#include "core/gpu/nvrtc/nvrtc_compiler.h"
#include "core/lesson/lesson.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpstage::live {

// The texts that take the place of the lesson's own.
struct KernelTexts {
    std::string source; // kernels.cu
    std::string ptx; // kernels.ptx; empty: as it was
    std::map<std::string, std::string, std::less<>> builds; // kernels.NAME.ptx by NAME; those that are not here are as they were
    // By NAME, "" for kernels.ptx: some kernels only, which take the place of those in the whole text.
    std::map<std::string, std::string, std::less<>> partial;
};

// Names of builds; the empty one is kernels.ptx.
using Builds = std::set<std::string, std::less<>>;

[[nodiscard]] Builds builds_of(const lesson::Lesson& lesson);
// Those that the variant's kernels come from: as a rule one, and never none.
[[nodiscard]] Builds builds_of(const lesson::Lesson& lesson, const problem::Variant& variant);

struct CompiledKernels {
    Result<KernelTexts> texts; // the error is one sentence with the first line that is wrong
    std::vector<gpu::Diagnostic> diagnostics; // errors of the first build that fails; else the warnings of the first one
};

// Compiles the variant's kernels and leaves out the others, in a fraction of the time. Nothing where the text has only these, or
// where it cannot be done or goes wrong: compile_kernels() will say what is wrong.
[[nodiscard]] std::optional<KernelTexts> compile_kernels_of(
    const gpu::NvrtcCompiler& compiler, const lesson::Lesson& lesson, const problem::Variant& variant, const std::string& source);

// Compiles the text once for each of these builds, as the project does: for the architecture that the PTX names, the build "ftz"
// with -ftz=true and the build "fast" with -use_fast_math.
[[nodiscard]] CompiledKernels compile_kernels(
    const gpu::NvrtcCompiler& compiler, const lesson::Lesson& lesson, const std::string& source, const Builds& builds);

// The lesson with these kernels; everything else is shared with the old one, but no partial build is kept. Errors: PTX that
// cannot be parsed, a variant whose kernel is no longer there or takes other parameters than the lesson passes.
[[nodiscard]] Result<std::shared_ptr<const lesson::Lesson>> with_kernels(const lesson::Lesson& lesson, const KernelTexts& texts);

// Whether each kernel of the variant comes from a partial build.
[[nodiscard]] bool has_partial_builds_of(const lesson::Lesson& lesson, const problem::Variant& variant);

} // namespace warpstage::live

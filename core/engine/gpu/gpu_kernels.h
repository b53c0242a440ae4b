// A lesson's kernels on the GPU, all compiled and loaded in advance, so that switching variants does not wait for the compiler.
// In a lesson that is being edited they are compiled on demand, so that edits do not wait for kernels that are not shown.
#pragma once

#include "core/base/result.h"
#include "core/gpu/module.h"
#include "core/lesson/lesson.h"
#include "core/problem/plan.h"
#include "core/ptx/ast.h"

#include <map>
#include <memory>
#include <string>

namespace warpstage::engine {

struct GpuKernel {
    const ptx::Function* declaration = nullptr;
    gpu::Function function;
};

class GpuKernels {
public:
    [[nodiscard]] static Result<std::shared_ptr<GpuKernels>> load(
        std::shared_ptr<gpu::Context> context, std::shared_ptr<const lesson::Lesson> lesson);

    [[nodiscard]] const lesson::Lesson& lesson() const { return *m_lesson; }

    // The kernel of a launch, prepared for launches of this shape. Errors: no such kernel, too many threads or too much shared
    // memory for this GPU.
    [[nodiscard]] Result<GpuKernel> prepare(const problem::KernelLaunch& launch);

private:
    struct Loaded {
        gpu::Module module;
        std::map<std::string, gpu::Function> functions; // by mangled name
    };

    GpuKernels(std::shared_ptr<gpu::Context> context, std::shared_ptr<const lesson::Lesson> lesson);
    [[nodiscard]] Result<Loaded> load_module(
        const ptx::Module& module, const std::string& ptx_text, const std::string& what) const;
    [[nodiscard]] Result<Loaded> load_piece(
        const ptx::Module& module, const std::string& ptx_text, const ptx::Function& kernel) const;
    [[nodiscard]] Result<void> allow_stack(const ptx::Module& module) const;
    [[nodiscard]] Result<Loaded>& loaded_for(const ptx::Module& module, const ptx::Function& kernel);

    std::shared_ptr<gpu::Context> m_context;
    std::shared_ptr<const lesson::Lesson> m_lesson;
    // The error of a build that this GPU is too old for, reported when one of its kernels is launched.
    std::map<const ptx::Module*, Result<Loaded>> m_loaded;
    std::map<const ptx::Function*, Result<Loaded>> m_pieces; // of an edited lesson: a module for each kernel
};

} // namespace warpstage::engine

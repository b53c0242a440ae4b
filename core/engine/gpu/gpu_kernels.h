// A lesson's kernels on the GPU, all compiled and loaded at once, so that a switch of variant waits for no compiler; those of a
// lesson that is being edited one by one as they are wanted, so that nobody waits for kernels that are not shown.
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

    // The kernel of a launch, after which launches of this shape are allowed. Errors: no such kernel, more threads or shared
    // memory than this GPU has for it.
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
    // A build that this GPU is too old for keeps its sentence until somebody wants to launch a kernel of it.
    std::map<const ptx::Module*, Result<Loaded>> m_loaded;
    std::map<const ptx::Function*, Result<Loaded>> m_pieces; // of an edited lesson: a module for each kernel
};

} // namespace warpstage::engine

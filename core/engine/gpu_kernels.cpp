#include "core/engine/gpu_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::engine {

namespace {

constexpr std::size_t kStackBytes = 16384; // of a thread; the virtual machine's is larger still

bool has_calls(const ptx::Module& module)
{
    return std::ranges::any_of(module.functions, [](const ptx::Function& function) {
        return std::ranges::any_of(
            function.instructions, [](const ptx::Instruction& instruction) { return instruction.opcode == ptx::Opcode::call; });
    });
}

} // namespace

Result<std::shared_ptr<GpuKernels>> GpuKernels::load(
    std::shared_ptr<gpu::Context> context, std::shared_ptr<const lesson::Lesson> lesson)
{
    auto module = gpu::Module::load(context, lesson->ptx_text, fmt::format("lesson `{}`", lesson->id));
    if (!module)
        return module.error();
    if (has_calls(*lesson->module)) {
        if (auto enough = context->set_stack_bytes(kStackBytes); !enough)
            return enough.error();
    }
    const std::shared_ptr<GpuKernels> kernels { new GpuKernels { std::move(context), std::move(lesson), std::move(*module) } };
    for (const auto& declaration : kernels->m_lesson->module->functions) {
        if (!declaration.entry)
            continue;
        auto function = kernels->m_module.function(declaration.name);
        if (!function)
            return function.error();
        kernels->m_functions.emplace(declaration.name, *function);
    }
    return kernels;
}

GpuKernels::GpuKernels(std::shared_ptr<gpu::Context> context, std::shared_ptr<const lesson::Lesson> lesson, gpu::Module module)
    : m_context(std::move(context))
    , m_lesson(std::move(lesson))
    , m_module(std::move(module))
{
}

Result<GpuKernel> GpuKernels::prepare(const problem::KernelLaunch& launch)
{
    const auto* declaration = m_lesson->module->find(launch.kernel);
    if (declaration == nullptr || !declaration->entry)
        return Error { fmt::format("Lesson `{}` has no kernel `{}`.", m_lesson->id, launch.kernel) };
    auto& function = m_functions.at(declaration->name);
    if (launch.block.count() > function.threads_per_block) {
        return Error { fmt::format(
            "Kernel `{}` cannot run with {} threads a block: {} has room for {}, as many registers as it uses. Choose a "
            "smaller block.",
            launch.kernel, launch.block.count(), m_context->device().name, function.threads_per_block) };
    }
    if (auto allowed = m_module.allow_dynamic_shared(function, launch.shared_bytes, launch.kernel); !allowed)
        return allowed.error();
    return GpuKernel { declaration, function };
}

} // namespace warpstage::engine

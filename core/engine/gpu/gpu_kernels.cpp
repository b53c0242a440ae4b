#include "core/engine/gpu/gpu_kernels.h"

#include "core/ptx/kernel_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::engine {

namespace {

constexpr std::size_t kStackBytes = 16384; // per thread; the virtual machine's is larger

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
    const std::shared_ptr<GpuKernels> kernels { new GpuKernels { std::move(context), std::move(lesson) } };
    const auto& of = *kernels->m_lesson;
    if (of.origin.edited)
        return kernels;
    const auto what = fmt::format("lesson `{}`", of.id);
    auto plain = kernels->load_module(*of.module, of.ptx_text, what);
    if (!plain)
        return plain.error();
    kernels->m_loaded.emplace(of.module.get(), std::move(plain));
    for (const auto& build : of.builds) {
        kernels->m_loaded.emplace(build.module.get(),
            kernels->load_module(*build.module, build.ptx_text, fmt::format("{}, build {}", what, build.name)));
    }
    return kernels;
}

GpuKernels::GpuKernels(std::shared_ptr<gpu::Context> context, std::shared_ptr<const lesson::Lesson> lesson)
    : m_context(std::move(context))
    , m_lesson(std::move(lesson))
{
}

Result<GpuKernels::Loaded> GpuKernels::load_module(
    const ptx::Module& module, const std::string& ptx_text, const std::string& what) const
{
    auto loaded = gpu::Module::load(m_context, ptx_text, what);
    if (!loaded)
        return loaded.error();
    if (auto enough = allow_stack(module); !enough)
        return enough.error();
    Loaded result { std::move(*loaded), {} };
    for (const auto& declaration : module.functions) {
        if (!declaration.entry)
            continue;
        auto function = result.module.function(declaration.name);
        if (!function)
            return function.error();
        result.functions.emplace(declaration.name, *function);
    }
    return result;
}

Result<void> GpuKernels::allow_stack(const ptx::Module& module) const
{
    if (!has_calls(module))
        return {};
    return m_context->set_stack_bytes(kStackBytes);
}

Result<GpuKernels::Loaded> GpuKernels::load_piece(
    const ptx::Module& module, const std::string& ptx_text, const ptx::Function& kernel) const
{
    const auto what = fmt::format("kernel `{}` of lesson `{}`", kernel.display_name, m_lesson->id);
    const auto alone = ptx::text_of_kernel(ptx_text, module, kernel.name);
    if (!alone)
        return load_module(module, ptx_text, what);
    auto loaded = gpu::Module::load(m_context, *alone, what);
    if (!loaded)
        return loaded.error();
    if (auto enough = allow_stack(module); !enough)
        return enough.error();
    Loaded result { std::move(*loaded), {} };
    auto function = result.module.function(kernel.name);
    if (!function)
        return function.error();
    result.functions.emplace(kernel.name, *function);
    return result;
}

Result<GpuKernels::Loaded>& GpuKernels::loaded_for(const ptx::Module& module, const ptx::Function& kernel)
{
    if (!m_lesson->origin.edited)
        return m_loaded.at(&module);
    const auto known = m_pieces.find(&kernel);
    if (known != m_pieces.end())
        return known->second;
    const auto build = std::ranges::find(m_lesson->builds, &module, [](const lesson::Build& one) { return one.module.get(); });
    const auto& text = build == m_lesson->builds.end() ? m_lesson->ptx_text : build->ptx_text;
    return m_pieces.emplace(&kernel, load_piece(module, text, kernel)).first->second;
}

Result<GpuKernel> GpuKernels::prepare(const problem::KernelLaunch& launch)
{
    const auto [module, declaration] = m_lesson->find_kernel(launch.kernel);
    if (declaration == nullptr)
        return Error { fmt::format("Lesson `{}` has no kernel `{}`.", m_lesson->id, launch.kernel) };
    auto& loaded = loaded_for(*module, *declaration);
    if (!loaded)
        return loaded.error();
    auto& function = loaded->functions.at(declaration->name);
    if (launch.block.count() > function.threads_per_block) {
        return Error { fmt::format("Kernel `{}` cannot run with {} threads per block: because of its registers, {} allows at "
                                   "most {}. Use a smaller block.",
            launch.kernel, launch.block.count(), m_context->device().name, function.threads_per_block) };
    }
    if (auto allowed = loaded->module.allow_dynamic_shared(function, launch.shared_bytes, launch.kernel); !allowed)
        return allowed.error();
    return GpuKernel { declaration, function };
}

} // namespace warpstage::engine

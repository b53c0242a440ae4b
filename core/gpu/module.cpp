#include "core/gpu/module.h"

#include "core/base/text.h"
#include "core/gpu/driver/driver_error.h"
#include "core/gpu/driver/driver_functions.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

namespace warpstage::gpu {

namespace {

// The argument of a directive in the PTX header: "9.0" of ".version".
std::string_view directive(std::string_view ptx, std::string_view name)
{
    for (const auto line : text::split(ptx, '\n')) {
        if (line.starts_with(name))
            return text::trim(line.substr(name.size()));
    }
    return "?";
}

Error load_error(Context& context, CUresult status, const std::string& ptx, const std::string& what, std::string_view log)
{
    const auto reason = status_text(context.functions(), status);
    const auto& device = context.device();
    switch (static_cast<int>(status)) {
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
        return { fmt::format("The kernels of {} are in PTX {}, which is newer than the NVIDIA driver (for CUDA {}). Update the "
                             "driver, build warpstage with the CUDA Toolkit {} or older, or use the virtual machine.",
            what, directive(ptx, ".version"), version_text(context.driver().version()),
            version_text(context.driver().version())) };
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
        return { fmt::format(
            "The kernels of {} require {} or later, but {} has compute capability {}.{}. Use the virtual machine.", what,
            directive(ptx, ".target"), device.name, device.capability_major, device.capability_minor) };
    case CUDA_ERROR_INVALID_PTX:
    case CUDA_ERROR_INVALID_SOURCE:
        return { fmt::format(
            "The NVIDIA driver rejects the PTX of {}: {}. Compiler output: {}", what, reason, log.empty() ? "nothing." : log) };
    case CUDA_ERROR_JIT_COMPILER_NOT_FOUND:
        return { fmt::format("The NVIDIA driver has no PTX compiler (libnvidia-ptxjitcompiler.so.1) for {}: {}. Install the "
                             "complete driver, or use the virtual machine.",
            what, reason) };
    case CUDA_ERROR_JIT_COMPILATION_DISABLED:
        return { fmt::format(
            "JIT compilation of the PTX of {} is disabled: {}. Unset CUDA_DISABLE_PTX_JIT and CUDA_DISABLE_JIT.", what, reason) };
    default:
        return context.failure(status, fmt::format("Loading the kernels of {}", what));
    }
}

} // namespace

Result<Module> Module::load(std::shared_ptr<Context> context, const std::string& ptx, const std::string& what)
{
    std::array<char, 8192> log {};
    // A size is passed as the value of the pointer (cuda.h, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES).
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    auto* const log_bytes = reinterpret_cast<void*>(log.size() - 1);
    std::array<CUjit_option, 2> options { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
    std::array<void*, 2> values { log.data(), log_bytes };
    CUmodule handle = nullptr;
    const auto status = context->functions().module_load_data(
        &handle, ptx.c_str(), static_cast<unsigned>(options.size()), options.data(), values.data());
    if (status != CUDA_SUCCESS)
        return load_error(*context, status, ptx, what, text::trim(log.data()));
    return Module { std::move(context), handle };
}

Module::Module(std::shared_ptr<Context> context, ModuleHandle handle)
    : m_context(std::move(context))
    , m_handle(handle)
{
}

Module::Module(Module&& other) noexcept = default;

Module::~Module()
{
    if (m_context != nullptr)
        m_context->functions().module_unload(m_handle);
}

Result<Function> Module::function(const std::string& mangled_name) const
{
    const auto& functions = m_context->functions();
    Function function;
    if (const auto status = functions.module_get_function(&function.handle, m_handle, mangled_name.c_str());
        status != CUDA_SUCCESS)
        return m_context->failure(status, fmt::format("Finding kernel `{}`", mangled_name));

    int threads = 0;
    int static_shared = 0;
    int dynamic_shared = 0;
    const std::array<std::pair<CUfunction_attribute, int*>, 3> attributes { {
        { CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, &threads },
        { CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, &static_shared },
        { CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, &dynamic_shared },
    } };
    for (const auto& [which, target] : attributes) {
        if (const auto status = functions.function_get_attribute(target, which, function.handle); status != CUDA_SUCCESS)
            return m_context->failure(status, fmt::format("Querying the limits of kernel `{}`", mangled_name));
    }
    function.threads_per_block = static_cast<std::uint32_t>(threads);
    function.static_shared_bytes = static_cast<std::size_t>(static_shared);
    function.dynamic_shared_bytes = static_cast<std::size_t>(dynamic_shared);
    return function;
}

Result<void> Module::allow_dynamic_shared(Function& function, std::size_t bytes, const std::string& name) const
{
    if (bytes <= function.dynamic_shared_bytes)
        return {};
    const auto available = m_context->device().shared_bytes_per_block;
    if (function.static_shared_bytes + bytes > available) {
        return Error { fmt::format(
            "Kernel `{}` requests {} bytes of shared memory per block, but {} has {}. Choose a smaller block or tile.", name,
            function.static_shared_bytes + bytes, m_context->device().name, available) };
    }
    const auto status = m_context->functions().function_set_attribute(
        function.handle, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, static_cast<int>(bytes));
    if (status != CUDA_SUCCESS)
        return m_context->failure(status, fmt::format("Reserving {} bytes of shared memory for kernel `{}`", bytes, name));
    function.dynamic_shared_bytes = bytes;
    return {};
}

} // namespace warpstage::gpu

// PTX compiled by the driver for this GPU, and its kernels.
#pragma once

#include "core/base/result.h"
#include "core/gpu/context.h"
#include "core/gpu/driver/handles.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace warpstage::gpu {

// Valid while its module lives.
struct Function {
    FunctionHandle handle = nullptr;
    std::uint32_t threads_per_block = 0; // maximum with its number of registers
    std::size_t static_shared_bytes = 0;
    std::size_t dynamic_shared_bytes = 0; // current maximum for a launch
};

class Module {
public:
    // `what` names the kernels in error messages: "lesson `nbody`". Errors: PTX that is newer than the driver, for a newer GPU,
    // or invalid (with the output of the driver's compiler).
    [[nodiscard]] static Result<Module> load(std::shared_ptr<Context> context, const std::string& ptx, const std::string& what);

    Module(Module&& other) noexcept;
    Module& operator=(Module&& other) = delete;
    ~Module();

    // Finds a function by its mangled name. This also loads the kernel onto the GPU: with lazy loading (default since CUDA 12.2)
    // the driver would otherwise do so at the first launch (CUDA C++ Programming Guide, "Lazy Loading").
    [[nodiscard]] Result<Function> function(const std::string& mangled_name) const;

    // Allows launches of the function with that much dynamic shared memory; beyond 48 KiB the driver requires an opt-in (CUDA C++
    // Programming Guide, "Shared Memory" of compute capability 7.x). Errors: more than the GPU has.
    [[nodiscard]] Result<void> allow_dynamic_shared(Function& function, std::size_t bytes, const std::string& name) const;

private:
    Module(std::shared_ptr<Context> context, ModuleHandle handle);

    std::shared_ptr<Context> m_context; // null when moved from
    ModuleHandle m_handle = nullptr;
};

} // namespace warpstage::gpu

// What a program has registered and allocated, as its calls of the CUDA Runtime API pass by.
#pragma once

#include "core/capture/launch_capture.h"
#include "core/runtime/abi.h"
#include "core/runtime/capture/launch_selection.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::interpose {

// The environment variable with the settings, the JSON of runtime::CaptureSettings.
inline constexpr const char* kCaptureVariable = "WARPSTAGE_CAPTURE";

struct RegisteredKernel {
    void** binary = nullptr;
    ptx::Function function {}; // its names only
};

struct RegisteredVariable {
    void** binary = nullptr;
    std::string name;
    std::size_t bytes = 0;
    bool constant = false;
};

// A launch, independent of the function that starts it.
struct GpuLaunch {
    const void* function = nullptr;
    Dim3 grid {};
    Dim3 block {};
    std::size_t shared_bytes = 0;
    std::optional<Dim3> cluster {};
    void* const* arguments = nullptr;
};

class ProgramState {
public:
    // That of this process, with the settings of the environment. Never destroyed: programs call the API while they exit.
    [[nodiscard]] static ProgramState& instance();

    void add_binary(void** handle, const void* wrapper);
    void add_kernel(void** handle, const void* host, const char* name);
    // Another name of the kernel, a cudaKernel_t.
    void add_handle(const void* kernel, const void* host);
    void add_variable(void** handle, const void* host, RegisteredVariable variable);
    void add_memory(const void* pointer, std::size_t bytes, const char* function);
    void remove_memory(const void* pointer);

    // Texture and surface objects are not stored: a launch of a program that has some says so.
    void add_texture();

    // Whether launches remain to be captured: the only work of a launch outside of captures.
    [[nodiscard]] bool is_open() const { return m_open.load(std::memory_order_relaxed); }
    // Counts the launch, and stores the memory before it if it is chosen. Null: it is not captured.
    [[nodiscard]] std::unique_ptr<capture::LaunchCapture> begin(const GpuLaunch& launch);

private:
    explicit ProgramState(runtime::CaptureSettings settings);

    [[nodiscard]] std::string write_ptx(void** binary, const std::string& kernel, ptx::Module& module);
    [[nodiscard]] capture::CaptureSource source_of(const ptx::Module& module, const ptx::Function& kernel, void** binary) const;

    runtime::CaptureSettings m_settings;
    runtime::LaunchSelection m_selection;
    std::atomic<bool> m_open;
    std::mutex m_mutex; // of everything below
    std::uint64_t m_launches = 0;
    bool m_has_textures = false;
    std::map<void**, std::vector<const std::byte*>> m_binaries; // containers by handle
    std::map<const void*, RegisteredKernel> m_kernels; // by host function and by cudaKernel_t
    std::map<const void*, RegisteredVariable> m_variables; // by host variable
    std::map<std::uint64_t, capture::MemoryRange> m_memory; // by address
};

} // namespace warpstage::interpose

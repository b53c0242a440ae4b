// Compiles CUDA C++ with NVRTC in a process of its own, because the source may come from another person: a compilation can be
// stopped, and is ended when it exceeds its time or memory.
#pragma once

#include "core/base/process/process.h"
#include "core/base/result.h"
#include "core/gpu/nvrtc/compilation.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stop_token>

namespace warpstage::gpu {

inline constexpr std::uint64_t kCompilerMemory = std::uint64_t { 2 } << 30U; // bytes, of one compilation
inline constexpr std::uint64_t kMaxCompilerOutput = std::uint64_t { 64 } << 20U; // bytes of PTX and messages
inline constexpr std::chrono::milliseconds kCompilerTime { 10'000 }; // of one compilation

// `warpstage-compiler`: WARPSTAGE_COMPILER, else beside the program or in lib/warpstage of its installation.
[[nodiscard]] Result<std::filesystem::path> compiler_program();

class CompileProcess {
public:
    explicit CompileProcess(std::chrono::milliseconds time_limit = kCompilerTime)
        : m_time_limit(time_limit)
    {
    }
    CompileProcess(const CompileProcess&) = delete;
    CompileProcess& operator=(const CompileProcess&) = delete;
    ~CompileProcess(); // ends it

    // Starts the process and loads NVRTC there, without waiting. Otherwise the first compilation does.
    void prepare();

    // May be called from several threads. Errors, besides those of NvrtcCompiler: a limit was exceeded, it was stopped, or the
    // process cannot be started.
    [[nodiscard]] Compilation compile(const CompileRequest& request, const std::stop_token& stop = {});

private:
    [[nodiscard]] Result<void> started(); // with the mutex locked
    [[nodiscard]] Result<int> connect(); // the stream of a new compilation
    void end();

    std::chrono::milliseconds m_time_limit;
    std::mutex m_mutex; // for the members below
    std::optional<Process> m_process;
    int m_requests = -1;
};

} // namespace warpstage::gpu

// The virtual device of a program: what all API functions share.
#pragma once

#include "core/arch/architecture.h"
#include "core/base/result.h"
#include "core/runtime/device_mutex.h"
#include "core/runtime/device_properties.h"
#include "core/runtime/launcher.h"
#include "core/runtime/memory.h"
#include "core/runtime/modules.h"
#include "core/runtime/settings.h"
#include "core/runtime/streams.h"
#include "core/runtime/textures.h"

#include <atomic>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace warpstage::runtime {

struct Console {
    std::function<void(std::string_view)> print; // output of kernels, to the program's standard output
    std::function<void(std::string_view)> say; // a sentence for the user, to standard error
};

// One configuration of <<<grid, block, shared, stream>>>, between the call and the launch.
struct CallConfiguration {
    Dim3 grid {};
    Dim3 block {};
    std::size_t dynamic_shared_bytes = 0;
    Stream* stream = nullptr;
};

class Device {
public:
    // `architecture` must have a GPU; it is the GPU that the device stands for.
    Device(const Settings& settings, const arch::Architecture& architecture, Console console);
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    ~Device() = default;

    // Says the sentence of an API call once, remembers its error, and returns its code. A fault of a kernel is permanent: every
    // later call returns it.
    Status finish(const Failure& failure);
    // The error that finish() remembers; `forget`: cudaGetLastError.
    [[nodiscard]] Status last_error(bool forget);
    // After a call of the driver API, whose errors cudaGetLastError does not return.
    void restore_last_error(Status status) { m_last = status; }
    // Runs a function of the program in a stream. Until it returns, every call of the API in this thread fails.
    void run_host_function(const std::function<void()>& function);
    [[nodiscard]] bool runs_host_function() const { return m_host_function == std::this_thread::get_id(); }
    // The failure of such a call. A GPU runs the function in a thread of its own, so the last error stays as it is.
    Status refuse_call();
    // The fault of a kernel, else success.
    [[nodiscard]] Status fault() const { return m_fault; }
    // cudaDeviceReset: the last error is forgotten; after a fault, each later call fails.
    void reset();

    // To be called in a child process, made by fork() without exec(): the threads of its parent do not exist there, one of which
    // may hold the lock. As on a GPU, every function returns cudaErrorInitializationError from now on.
    void refuse_child_process();

    [[nodiscard]] Hardware hardware() const { return { m_traits, m_gpu }; }

    // The program ends: stops a launch of another thread, which may never end by itself. Calls of other threads no longer return.
    void begin_exit();
    // Whether the program ends and another thread than this one ends it.
    [[nodiscard]] bool is_left_behind() const;

    DeviceMutex mutex; // of all API functions

private:
    const arch::Traits& m_traits;
    const arch::Gpu& m_gpu;
    Console m_console;
    std::set<std::string> m_said;
    Status m_last = Status::success;
    Status m_fault = Status::success;
    std::atomic<std::thread::id> m_host_function {}; // which runs one; none: no function runs
    std::atomic<std::thread::id> m_exiting {};

public:
    Memory memory;
    Modules modules;
    Textures textures;
    Launcher launcher;
    Streams streams;
    std::vector<CallConfiguration> calls;
};

} // namespace warpstage::runtime

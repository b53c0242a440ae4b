#include "tests/core/gpu/fake_driver/state.h"

#include "tests/core/gpu/fake_driver/control.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace fake {

namespace {

thread_local CUcontext current = nullptr;

void read_failure(Switches& switches, const std::string& value)
{
    std::istringstream parts { value };
    std::string function;
    std::string call;
    std::string status;
    std::getline(parts, function, ':');
    std::getline(parts, call, ':');
    std::getline(parts, status, ':');
    switches.failures[function][std::stoul(call)] = std::stoi(status);
}

} // namespace

Switches read_switches()
{
    Switches switches;
    const char* const text = std::getenv("WARPSTAGE_FAKE_CUDA");
    std::istringstream words { text == nullptr ? "" : text };
    for (std::string word; words >> word;) {
        const auto equals = word.find('=');
        const auto name = word.substr(0, equals);
        const auto value = word.substr(equals + 1);
        if (name == "version")
            switches.version = std::stoi(value);
        else if (name == "devices")
            switches.devices = std::stoi(value);
        else if (name == "ptx")
            switches.newest_ptx = std::stoi(value);
        else if (name == "pending")
            switches.pending = std::stoi(value);
        else if (name == "kernel")
            switches.kernel_milliseconds = std::stod(value) / 1000.0;
        else if (name == "gl")
            switches.gl_elsewhere = value == "elsewhere";
        else if (name == "memory")
            switches.memory_bytes = std::stoull(value);
        else if (name == "lacks")
            switches.lacking.insert(value);
        else if (name == "fail")
            read_failure(switches, value);
    }
    return switches;
}

State& state()
{
    static State the_state;
    return the_state;
}

CUresult enter(std::string_view function)
{
    auto& now = state();
    const auto call = ++now.calls[std::string { function }];
    if (!now.initialised && function != "cuInit")
        return CUDA_ERROR_NOT_INITIALIZED;
    if (const auto failures = now.switches.failures.find(function); failures != now.switches.failures.end()) {
        if (const auto failure = failures->second.find(call); failure != failures->second.end())
            return static_cast<CUresult>(failure->second);
    }
    return now.fault;
}

CUresult enter_context(std::string_view function)
{
    const auto status = enter(function);
    return status == CUDA_SUCCESS && current == nullptr ? CUDA_ERROR_INVALID_CONTEXT : status;
}

CUresult violation(std::string_view what, CUresult status)
{
    state().violations += what;
    state().violations += '\n';
    return status;
}

CUdeviceptr allocate(std::size_t bytes)
{
    std::vector<std::byte> block(bytes);
    const auto address = reinterpret_cast<CUdeviceptr>(block.data());
    state().memory.emplace(address, std::move(block));
    return address;
}

std::size_t free_memory()
{
    std::size_t used = 0;
    for (const auto& [address, block] : state().memory)
        used += block.size();
    const auto total = state().switches.memory_bytes;
    return total - std::min(used, total);
}

bool is_on_device(CUdeviceptr address, std::size_t bytes)
{
    auto block = state().memory.upper_bound(address);
    if (block == state().memory.begin())
        return false;
    --block;
    return address + bytes <= block->first + block->second.size();
}

std::byte* host_pointer(CUdeviceptr address)
{
    return reinterpret_cast<std::byte*>(address); // NOLINT(performance-no-int-to-ptr): the fake GPU's memory is host memory
}

CUresult drain(CUstream stream)
{
    while (!stream->work.empty() && state().fault == CUDA_SUCCESS) {
        const auto work = std::move(stream->work.front());
        stream->work.pop_front();
        state().fault = work();
    }
    return state().fault;
}

void drain_all()
{
    for (const auto& [handle, stream] : state().streams)
        drain(handle);
}

CUresult context_set_current(CUcontext context)
{
    const auto status = enter("cuCtxSetCurrent");
    current = context;
    return status;
}

} // namespace fake

const char* fake_cuda_violations()
{
    return fake::state().violations.c_str();
}

std::size_t fake_cuda_live_objects()
{
    const auto& now = fake::state();
    return static_cast<std::size_t>(now.context_users) + now.memory.size() + now.pinned.size() + now.modules.size()
        + now.streams.size() + now.events.size() + now.recorded_graphs.size() + now.graphs.size() + now.graphics.size()
        + now.arrays.size() + now.textures.size();
}

std::size_t fake_cuda_calls(const char* function)
{
    const auto found = fake::state().calls.find(function);
    return found == fake::state().calls.end() ? 0 : found->second;
}

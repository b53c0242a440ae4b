#include "app/interpose/program_state.h"

#include "app/interpose/gpu_launch.h"
#include "core/base/whole_file.h"
#include "core/ptx/demangle.h"
#include "core/ptx/parser.h"
#include "core/runtime/capture/kernel_variables.h"
#include "core/runtime/program/fat_binary.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace warpstage::interpose {

namespace {

runtime::CaptureSettings settings_from_environment()
{
    const char* text = std::getenv(kCaptureVariable);
    try {
        return text == nullptr ? runtime::CaptureSettings {} : runtime::capture_settings_of(nlohmann::json::parse(text));
    } catch (const nlohmann::json::exception&) {
        std::fprintf(stderr, "warpstage: The environment variable `%s` is invalid. Nothing is captured.\n", kCaptureVariable);
        return {};
    }
}

// The PTX of the container for this GPU; empty: it has none.
std::string ptx_in(const std::byte* container)
{
    const auto bytes = runtime::fat_binary_bytes(container);
    if (!bytes)
        return {};
    const auto entries = runtime::fat_binary_entries({ container, *bytes });
    if (!entries)
        return {};
    auto text = runtime::best_ptx(*entries, compute_capability());
    return text ? *std::move(text) : std::string {};
}

void say(const std::string& sentence)
{
    std::fprintf(stderr, "warpstage: %s\n", sentence.c_str());
}

} // namespace

ProgramState& ProgramState::instance()
{
    static auto* const state = new ProgramState(settings_from_environment());
    return *state;
}

ProgramState::ProgramState(runtime::CaptureSettings settings)
    : m_settings(std::move(settings))
    , m_selection(m_settings)
    , m_open(!m_settings.folder.empty())
{
}

void ProgramState::add_binary(void** handle, const void* wrapper)
{
    const std::scoped_lock lock(m_mutex);
    m_binaries[handle] = runtime::registered_containers(wrapper);
}

void ProgramState::add_kernel(void** handle, const void* host, const char* name)
{
    const std::scoped_lock lock(m_mutex);
    RegisteredKernel kernel { handle, {} };
    kernel.function.name = name;
    kernel.function.display_name = ptx::display_name(name);
    m_kernels.insert_or_assign(host, std::move(kernel));
}

void ProgramState::add_handle(const void* kernel, const void* host)
{
    const std::scoped_lock lock(m_mutex);
    const auto known = m_kernels.find(host);
    if (known == m_kernels.end() || m_kernels.contains(kernel))
        return;
    const RegisteredKernel named = known->second;
    m_kernels.emplace(kernel, named);
}

void ProgramState::add_variable(void** handle, const void* host, RegisteredVariable variable)
{
    const std::scoped_lock lock(m_mutex);
    variable.binary = handle;
    m_variables.insert_or_assign(host, std::move(variable));
}

void ProgramState::add_memory(const void* pointer, std::size_t bytes, const char* function)
{
    if (pointer == nullptr || bytes == 0 || !is_open())
        return;
    const std::scoped_lock lock(m_mutex);
    const auto address = std::bit_cast<std::uint64_t>(pointer);
    m_memory.insert_or_assign(
        address, capture::MemoryRange { fmt::format("{} of {} bytes", function, bytes), address, bytes, {} });
}

void ProgramState::remove_memory(const void* pointer)
{
    if (!is_open())
        return;
    const std::scoped_lock lock(m_mutex);
    m_memory.erase(std::bit_cast<std::uint64_t>(pointer));
}

void ProgramState::add_texture()
{
    const std::scoped_lock lock(m_mutex);
    m_has_textures = true;
}

// The file with the PTX that contains the kernel; empty: no container of the binary does.
std::string ProgramState::write_ptx(void** binary, const std::string& kernel, ptx::Module& module)
{
    const auto& containers = m_binaries[binary];
    for (std::size_t i = 0; i < containers.size(); ++i) {
        const std::string text = ptx_in(containers[i]);
        auto parsed = text.empty() ? Result<ptx::Module>(Error {}) : ptx::parse(text, "PTX of the program");
        if (!parsed || parsed->find(kernel) == nullptr)
            continue;
        module = *std::move(parsed);
        const auto number = std::distance(m_binaries.begin(), m_binaries.find(binary));
        const std::string name = fmt::format("unit-{}-{}.ptx", number, i);
        // Without the file, the launch is reported as not captured.
        static_cast<void>(write_whole_file(std::filesystem::path { m_settings.folder } / name, text));
        return name;
    }
    return {};
}

capture::CaptureSource ProgramState::source_of(const ptx::Module& module, const ptx::Function& kernel, void** binary) const
{
    capture::CaptureSource source;
    for (const auto& [address, range] : m_memory)
        source.memory.push_back(range);
    std::map<std::string, const void*, std::less<>> hosts; // of the variables
    const auto used = runtime::used_variables(module, kernel);
    for (const auto& [host, variable] : m_variables) {
        if (variable.binary != binary)
            continue;
        hosts.emplace(variable.name, host);
        const capture::MemoryRange range { variable.name, variable.constant ? 0 : address_of_variable(host), variable.bytes,
            variable.name };
        if (range.address != 0)
            source.memory.push_back(range);
        if (std::ranges::find(used, variable.name, &ptx::Variable::name) != used.end())
            source.variables.push_back(range);
    }
    std::ranges::sort(source.memory, {}, &capture::MemoryRange::address);
    source.read = [hosts](const capture::MemoryRange& range, std::span<std::byte> content) {
        const auto host = range.address == 0 ? hosts.find(range.variable) : hosts.end();
        return host == hosts.end() ? read_memory(range.address, content) : read_variable(host->second, content);
    };
    return source;
}

std::unique_ptr<capture::LaunchCapture> ProgramState::begin(const GpuLaunch& launch)
{
    const std::scoped_lock lock(m_mutex);
    const auto known = m_kernels.find(launch.function);
    if (known == m_kernels.end())
        return nullptr;
    const ptx::Function& name = known->second.function;
    const bool chosen = m_selection.take(name, ++m_launches);
    if (m_selection.done(m_launches))
        m_open.store(false, std::memory_order_relaxed);
    if (!chosen)
        return nullptr;
    ptx::Module module;
    const std::string file = write_ptx(known->second.binary, name.name, module);
    const ptx::Function* const kernel = module.find(name.name);
    if (file.empty() || kernel == nullptr) {
        say(fmt::format("Launch {}, kernel `{}`, is not captured: the program contains no PTX for it. Compile it with `nvcc "
                        "-arch=compute_{}`.",
            m_launches, name.display_name, compute_capability()));
        return nullptr;
    }
    if (!synchronize())
        return nullptr; // the program has failed before
    capture::CapturedLaunch captured;
    captured.number = m_launches;
    captured.kernel = name.name;
    captured.grid = launch.grid;
    captured.block = launch.block;
    captured.cluster = launch.cluster;
    captured.shared_bytes = launch.shared_bytes;
    captured.device = device_name();
    captured.ptx = file;
    if (m_has_textures)
        captured.left_out.emplace_back(
            "The texture and surface objects of the program are left out: a kernel that uses one ends with a fault.");
    captured.parameters.resize(kernel->parameter_bytes);
    for (std::size_t i = 0; i < kernel->parameters.size(); ++i)
        std::memcpy(captured.parameters.data() + kernel->parameters[i].offset, launch.arguments[i], kernel->parameters[i].size);
    return std::make_unique<capture::LaunchCapture>(
        std::move(captured), source_of(module, *kernel, known->second.binary), m_settings.folder, m_settings.limit);
}

} // namespace warpstage::interpose

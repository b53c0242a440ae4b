#include "core/runtime/capture/program_capture.h"

#include "core/base/whole_file.h"
#include "core/runtime/capture/kernel_variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace warpstage::runtime {

namespace {

// The variables that the kernel uses. Those of constant memory have no address in the memory of the virtual machine.
std::vector<capture::MemoryRange> variables_of(const Kernel& kernel)
{
    const ptx::Module& module = *kernel.unit->module;
    std::vector<capture::MemoryRange> used;
    for (const ptx::Variable* variable : used_variables(module, kernel.program->kernel())) {
        const auto index = static_cast<std::size_t>(variable - module.variables.data());
        const bool global = variable->space == ptx::StateSpace::global;
        used.push_back({ variable->name, global ? kernel.unit->memory->addresses()[index] : 0, variable->size, variable->name });
    }
    return used;
}

std::vector<capture::MemoryRange> accessible_memory(const Kernel& kernel, const simt::DeviceMemory& memory)
{
    std::vector<capture::MemoryRange> ranges;
    for (const simt::DeviceMemory::Region& region : memory.regions())
        ranges.push_back({ region.name, region.base, region.size, {} });
    const ptx::Module& module = *kernel.unit->module;
    for (std::size_t i = 0; i < module.variables.size(); ++i) {
        const auto found = std::ranges::find(ranges, kernel.unit->memory->addresses()[i], &capture::MemoryRange::address);
        if (module.variables[i].space == ptx::StateSpace::global && found != ranges.end())
            found->variable = module.variables[i].name;
    }
    return ranges;
}

std::vector<capture::CapturedTexture> all_textures(const simt::TextureTable& table)
{
    std::vector<capture::CapturedTexture> textures;
    for (const simt::TextureTable::Texture& texture : table.textures())
        textures.push_back({ texture.description, texture.memory });
    return textures;
}

} // namespace

ProgramCapture::ProgramCapture(CaptureSettings settings, std::string device)
    : m_settings(std::move(settings))
    , m_device(std::move(device))
    , m_selection(m_settings)
{
}

std::string ProgramCapture::write_ptx(const Kernel& kernel, const Modules& modules)
{
    const auto [file, added] = m_ptx_files.emplace(kernel.unit, fmt::format("unit-{}.ptx", m_ptx_files.size()));
    // Without the file, the launch is reported as not captured.
    if (added)
        static_cast<void>(
            write_whole_file(std::filesystem::path { m_settings.folder } / file->second, modules.ptx_of(*kernel.unit)));
    return file->second;
}

std::unique_ptr<capture::LaunchCapture> ProgramCapture::begin(
    const Kernel& kernel, const LaunchRequest& request, std::uint64_t number, const LaunchPlace& place)
{
    if (m_settings.folder.empty() || !m_selection.take(kernel.program->kernel(), number))
        return nullptr;
    capture::CapturedLaunch launch { .number = number,
        .kernel = kernel.name,
        .grid = request.grid,
        .block = request.block,
        .cluster = request.cluster,
        .shared_bytes = request.dynamic_shared_bytes,
        .parameters = request.parameters,
        .memory = {},
        .textures = {},
        .left_out = {},
        .device = fmt::format("the virtual device ({})", m_device),
        .ptx = write_ptx(kernel, place.modules),
        .fault = {} };
    capture::CaptureSource source { accessible_memory(kernel, place.memory.vm()), variables_of(kernel),
        all_textures(place.textures.table()), simt::kFirstTexture,
        [&unit = *kernel.unit, &memory = place.memory](const capture::MemoryRange& range, std::span<std::byte> content) {
            if (range.address != 0) {
                const std::byte* from = memory.place(std::bit_cast<const void*>(range.address), range.bytes);
                if (from != nullptr)
                    std::memcpy(content.data(), from, content.size());
                return from != nullptr;
            }
            const auto constant = unit.memory->find(range.variable, memory.vm());
            if (constant)
                std::memcpy(content.data(), constant->data(), std::min(content.size(), constant->size()));
            return constant.has_value();
        } };
    return std::make_unique<capture::LaunchCapture>(std::move(launch), std::move(source), m_settings.folder, m_settings.limit);
}

void ProgramCapture::end(capture::LaunchCapture& captured, std::string_view fault)
{
    // Without its files, the launch is reported as not captured.
    static_cast<void>(captured.finish(std::string { fault }));
}

} // namespace warpstage::runtime

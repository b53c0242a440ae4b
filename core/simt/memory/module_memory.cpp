#include "core/simt/memory/module_memory.h"

#include "core/ptx/demangle.h"
#include "core/simt/layout/module_symbols.h"
#include "core/simt/memory/address_space.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace warpstage::simt {

namespace {

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
constexpr std::uint64_t kMaxConstantBytes = 65536;
constexpr std::uint64_t kMaxGlobalBytes = std::uint64_t { 512 } << 20;

bool is_loaded(const ptx::Variable& variable)
{
    return !variable.external && (variable.space == ptx::StateSpace::global || variable.space == ptx::StateSpace::constant);
}

// Empty if the address is known only within a block or a thread.
std::optional<std::uint64_t> value_of(
    const ptx::AddressInitial& initial, const ModuleSymbols& symbols, const std::vector<std::uint64_t>& addresses)
{
    const auto variable = symbols.variable(initial.symbol);
    if (variable) {
        const ptx::Variable& target = symbols.module().variables[*variable];
        if (!is_loaded(target))
            return std::nullopt;
        return addresses[*variable] + (initial.generic ? window_of(target.space) : 0)
            + static_cast<std::uint64_t>(initial.addend);
    }
    const auto function = symbols.function(initial.symbol);
    if (!function)
        return std::nullopt;
    return code_address(*function) + static_cast<std::uint64_t>(initial.addend);
}

} // namespace

Result<ModuleMemory> ModuleMemory::load(const ptx::Module& module, DeviceMemory& memory, const VariableBuffers& buffers)
{
    const ModuleSymbols symbols(module);
    if (symbols.constant_bytes() > kMaxConstantBytes)
        return Error { fmt::format("the `__constant__` variables of the module have {} bytes; the maximum is {}",
            symbols.constant_bytes(), kMaxConstantBytes) };
    std::uint64_t global_bytes = 0;
    for (const ptx::Variable& variable : module.variables) {
        if (!is_loaded(variable) || variable.space != ptx::StateSpace::global)
            continue;
        if (variable.size > kMaxGlobalBytes - global_bytes)
            return Error { fmt::format(
                "the `__device__` variables of the module need more than {} bytes with `{}`, the maximum on the virtual machine",
                kMaxGlobalBytes, variable.name) };
        global_bytes += variable.size;
    }

    ModuleMemory result;
    result.m_constants.resize(symbols.constant_bytes());
    result.m_heap = std::make_unique<DeviceHeap>();
    result.m_children = std::make_unique<ChildLaunches>();
    for (std::uint32_t index = 0; index < module.variables.size(); ++index) {
        const ptx::Variable& variable = module.variables[index];
        const bool is_global = is_loaded(variable) && variable.space == ptx::StateSpace::global;
        const auto buffer = is_global ? buffers.find(variable.name) : buffers.end();
        result.m_entries.push_back(
            { variable.name, variable.space, is_loaded(variable) ? variable.size : 0, buffer != buffers.end() });
        std::uint64_t address = symbols.constant_offset(index);
        if (buffer != buffers.end())
            address = buffer->second;
        else if (is_global)
            address = memory.allocate(ptx::display_name(variable.name), variable.size);
        result.m_addresses.push_back(address);
        if (buffer != buffers.end() && memory.bytes(address).size() < variable.size) {
            result.unload(memory);
            return Error { fmt::format(
                "the buffer of the variable `{}` is smaller than {} bytes", variable.name, variable.size) };
        }
    }
    if (auto initialized = result.initialize(module, memory); !initialized) {
        result.unload(memory);
        return initialized.error();
    }
    return result;
}

Result<void> ModuleMemory::initialize(const ptx::Module& module, DeviceMemory& memory)
{
    const ModuleSymbols symbols(module);
    for (std::uint32_t index = 0; index < module.variables.size(); ++index) {
        const ptx::Variable& variable = module.variables[index];
        if (!is_loaded(variable))
            continue;
        const std::span<std::byte> content = contents(index, memory);
        std::copy(variable.initial.begin(), variable.initial.end(), content.begin());
        for (const ptx::AddressInitial& initial : variable.addresses) {
            const auto value = value_of(initial, symbols, m_addresses);
            if (!value)
                return Error { fmt::format("the initializer of `{}` takes the address of `{}`, which is not a global variable, "
                                           "constant variable or function of the module",
                    variable.name, initial.symbol) };
            const std::uint64_t bits = initial.mask == 0 ? 0 : (*value & initial.mask) >> std::countr_zero(initial.mask);
            std::memcpy(content.data() + initial.offset, &bits, initial.bytes);
        }
    }
    return {};
}

void ModuleMemory::prepare_grid_workspace(DeviceMemory& memory)
{
    constexpr std::size_t kBytes = 64; // the CUDA headers use a size and a counter of 32 bits each
    if (m_grid_workspace == 0)
        m_grid_workspace = memory.allocate("workspace of the grid", kBytes);
}

void ModuleMemory::unload(DeviceMemory& memory)
{
    if (m_grid_workspace != 0)
        memory.release(std::exchange(m_grid_workspace, 0));
    for (std::size_t index = 0; index < m_entries.size(); ++index) {
        if (m_entries[index].space == ptx::StateSpace::global && m_addresses[index] != 0 && !m_entries[index].in_buffer)
            memory.release(m_addresses[index]);
    }
    m_heap->release(memory);
    m_entries.clear();
    m_addresses.clear();
}

std::span<std::byte> ModuleMemory::contents(std::size_t variable, DeviceMemory& memory)
{
    if (m_entries[variable].space == ptx::StateSpace::global)
        return memory.bytes(m_addresses[variable]).first(m_entries[variable].bytes);
    return std::span(m_constants).subspan(m_addresses[variable], m_entries[variable].bytes);
}

std::optional<std::span<std::byte>> ModuleMemory::find(std::string_view name, DeviceMemory& memory)
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) { return entry.name == name; });
    const bool known = found != m_entries.end()
        && (found->space == ptx::StateSpace::constant
            || (found->space == ptx::StateSpace::global
                && m_addresses[static_cast<std::size_t>(found - m_entries.begin())] != 0));
    if (!known)
        return std::nullopt;
    return contents(static_cast<std::size_t>(found - m_entries.begin()), memory);
}

} // namespace warpstage::simt

#include "core/simt/layout/module_symbols.h"

#include "core/simt/operation.h"

#include <algorithm>

namespace warpstage::simt {

ModuleSymbols::ModuleSymbols(const ptx::Module& module)
    : m_module(&module)
{
    for (std::uint32_t index = 0; index < module.functions.size(); ++index)
        m_functions.emplace(module.functions[index].name, index);
    for (const ptx::Alias& alias : module.aliases) {
        if (const auto target = m_functions.find(alias.target); target != m_functions.end())
            m_functions.emplace(alias.name, target->second);
    }
    for (std::uint32_t index = 0; index < module.variables.size(); ++index) {
        const ptx::Variable& variable = module.variables[index];
        m_variables.emplace(variable.name, index);
        m_constant_offsets.push_back(0);
        if (variable.space != ptx::StateSpace::constant || variable.external)
            continue;
        const std::uint64_t alignment = std::max(variable.alignment, 1U);
        m_constant_bytes = (m_constant_bytes + alignment - 1) / alignment * alignment;
        m_constant_offsets.back() = m_constant_bytes;
        m_constant_bytes += variable.size;
    }
}

std::optional<std::uint32_t> ModuleSymbols::function(std::string_view name) const
{
    const auto found = m_functions.find(name);
    return found == m_functions.end() ? std::nullopt : std::optional { found->second };
}

std::optional<std::uint32_t> ModuleSymbols::variable(std::string_view name) const
{
    const auto found = m_variables.find(name);
    return found == m_variables.end() ? std::nullopt : std::optional { found->second };
}

std::uint64_t code_address(std::uint32_t function)
{
    return kCodeWindow + (std::uint64_t { function } + 1) * kCodeStep;
}

std::optional<std::uint32_t> function_at(std::uint64_t address)
{
    const std::uint64_t steps = (address - kCodeWindow) / kCodeStep;
    if (address < kCodeWindow || address % kCodeStep != 0 || steps == 0 || steps > 0xffff'ffffU)
        return std::nullopt;
    return static_cast<std::uint32_t>(steps - 1);
}

} // namespace warpstage::simt

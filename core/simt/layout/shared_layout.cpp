#include "core/simt/layout/shared_layout.h"

#include "core/simt/layout/call_graph.h"

#include <algorithm>
#include <functional>
#include <set>
#include <variant>
#include <vector>

namespace warpstage::simt {

namespace {

std::uint32_t aligned(std::uint32_t offset, std::uint32_t alignment)
{
    const std::uint32_t step = std::max(alignment, 1U);
    return (offset + step - 1) / step * step;
}

// Module-scope shared variables take space in the blocks only if a function names them.
std::set<std::string, std::less<>> named_symbols(const ptx::Function& function)
{
    std::set<std::string, std::less<>> names;
    for (const ptx::Instruction& instruction : function.instructions) {
        for (const ptx::Operand& operand : instruction.operands) {
            if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&operand))
                names.insert(symbol->name);
            else if (const auto* address = std::get_if<ptx::AddressOperand>(&operand)) {
                if (const auto* base = std::get_if<std::string>(&address->base))
                    names.insert(*base);
            }
        }
    }
    return names;
}

} // namespace

SharedLayout::SharedLayout(const ptx::Module& module, const std::vector<const ptx::Function*>& functions)
{
    std::vector<Declared> variables;
    std::set<std::string, std::less<>> named;
    for (const ptx::Function* function : functions) {
        for (const ptx::Variable& variable : function->variables) {
            if (variable.space == ptx::StateSpace::shared)
                variables.push_back({ function, &variable });
        }
        named.merge(named_symbols(*function));
    }
    for (const ptx::Variable& variable : module.variables) {
        if (variable.space == ptx::StateSpace::shared && named.contains(variable.name))
            variables.push_back({ nullptr, &variable });
    }

    std::uint32_t dynamic_alignment = 1;
    for (const Declared& declared : variables) {
        if (declared.variable->size == 0)
            dynamic_alignment = std::max(dynamic_alignment, declared.variable->alignment);
        else
            place(declared);
    }
    m_dynamic_offset = aligned(m_static_bytes, dynamic_alignment);
    for (const Declared& declared : variables) {
        if (declared.variable->size == 0)
            m_offsets.emplace(Key { declared.function, declared.variable->name }, m_dynamic_offset);
    }
}

void SharedLayout::place(const Declared& declared)
{
    const std::uint32_t offset = aligned(m_static_bytes, declared.variable->alignment);
    m_offsets.emplace(Key { declared.function, declared.variable->name }, offset);
    m_static_bytes = offset + static_cast<std::uint32_t>(declared.variable->size);
}

std::optional<std::uint32_t> SharedLayout::offset_of(const ptx::Function& function, std::string_view name) const
{
    auto found = m_offsets.find(Key { &function, name });
    if (found == m_offsets.end())
        found = m_offsets.find(Key { nullptr, name });
    if (found == m_offsets.end())
        return std::nullopt;
    return found->second;
}

std::uint32_t static_shared_bytes(const ptx::Module& module, const ptx::Function& kernel)
{
    const ModuleSymbols symbols(module);
    return SharedLayout(module, functions_of(module, call_graph_of(symbols, kernel))).static_bytes();
}

} // namespace warpstage::simt

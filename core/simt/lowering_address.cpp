// Addresses of variables and functions, and conversions between the state spaces and generic addresses.
#include "core/simt/address_space.h"
#include "core/simt/lowering.h"

#include <algorithm>
#include <string_view>
#include <variant>

namespace warpstage::simt {

namespace {

std::optional<ptx::StateSpace> space_named(std::string_view modifier)
{
    if (modifier == "global")
        return ptx::StateSpace::global;
    if (modifier == "shared" || modifier == "shared::cta")
        return ptx::StateSpace::shared;
    if (modifier == "local")
        return ptx::StateSpace::local;
    if (modifier == "const")
        return ptx::StateSpace::constant;
    if (modifier == "param" || modifier == "param::entry")
        return ptx::StateSpace::param;
    return std::nullopt;
}

std::optional<ptx::StateSpace> space_of(const ptx::Instruction& instruction)
{
    for (const std::string& modifier : instruction.modifiers) {
        if (const auto space = space_named(modifier))
            return space;
    }
    return std::nullopt;
}

} // namespace

std::uint32_t Lowering::frame_base_row()
{
    if (is_kernel())
        return m_layout.constant(ImmediateConstant { 0 }, sizeof(std::uint64_t)).offset;
    return function_body().base_row;
}

std::uint32_t Lowering::stack_top_row()
{
    std::uint32_t& row = function_body().stack_top_row;
    if (row == kNoRow)
        row = m_layout.fresh(sizeof(std::uint64_t)).offset;
    return row;
}

std::optional<FramePlace> Lowering::address_taken(const ptx::Instruction& instruction) const
{
    if (instruction.operands.size() != 2)
        return std::nullopt;
    const auto* symbol = std::get_if<ptx::SymbolOperand>(&instruction.operands[1]);
    return symbol == nullptr ? std::nullopt : frame_place(symbol->name);
}

// "mov.u64 %SPL, __local_depot0;", "cvta.local.u64 %rd1, buffer;".
Lowering::Supported Lowering::lower_frame_address(
    const ptx::Instruction& instruction, const FramePlace& place, Operation& operation)
{
    if (instruction.types.size() != 1 || ptx::size_of(instruction.types[0]) != sizeof(std::uint64_t))
        return Supported::no;
    const bool generic = instruction.opcode == ptx::Opcode::cvta;
    if (generic && (space_of(instruction) != ptx::StateSpace::local || instruction.has_modifier("to")))
        return Supported::no;
    const auto d = destination(instruction.operands[0], sizeof(std::uint64_t));
    if (!d)
        return Supported::no;
    const std::uint64_t offset = place.offset + (generic ? kLocalWindow : 0)
        + static_cast<std::uint64_t>(std::get<ptx::SymbolOperand>(instruction.operands[1]).offset);
    operation.d = *d;
    operation.a = frame_base_row();
    operation.b = m_layout.constant(ImmediateConstant { offset }, sizeof(offset)).offset;
    return assign(find_operator(m_set, "add.u64"), operation);
}

std::optional<std::uint32_t> Lowering::symbol_row(const ptx::SymbolOperand& symbol, std::uint32_t lane_bytes)
{
    const auto added = static_cast<std::uint64_t>(symbol.offset);
    const auto constant = [&](std::uint64_t address, std::uint32_t smallest) -> std::optional<std::uint32_t> {
        if (lane_bytes < smallest)
            return std::nullopt;
        return m_layout.constant(ImmediateConstant { address + added }, lane_bytes).offset;
    };
    if (const auto offset = m_shared.offset_of(*m_function, symbol.name))
        return constant(*offset, sizeof(std::uint32_t));
    if (is_kernel()) {
        const auto parameter = std::find_if(m_kernel->parameters.begin(), m_kernel->parameters.end(),
            [&](const ptx::Parameter& known) { return known.name == symbol.name; });
        if (parameter != m_kernel->parameters.end())
            return constant(parameter->offset, sizeof(std::uint32_t));
    }
    if (const auto index = m_symbols.variable(symbol.name)) {
        const ptx::Variable& variable = m_module->variables[*index];
        const bool wide = lane_bytes == sizeof(std::uint64_t);
        if (variable.external)
            return std::nullopt;
        if (variable.space == ptx::StateSpace::constant) {
            m_body->uses_module_memory = true;
            return constant(m_symbols.constant_offset(*index), sizeof(std::uint32_t));
        }
        if (variable.space != ptx::StateSpace::global || !wide)
            return std::nullopt;
        m_body->uses_module_memory = true;
        return m_layout.constant(VariableConstant { *index, symbol.offset }, lane_bytes).offset;
    }
    if (const auto function = m_symbols.function(symbol.name))
        return constant(code_address(*function), sizeof(std::uint64_t));
    return std::nullopt;
}

// Global addresses are generic addresses; others are moved into and out of their window.
Lowering::Supported Lowering::lower_cvta(const ptx::Instruction& instruction, Operation& operation)
{
    const auto space = space_of(instruction);
    const bool wide = instruction.types.size() == 1 && instruction.types[0] == ptx::Type::u64;
    if (!space || !wide || instruction.operands.size() != 2)
        return Supported::no;
    const char* key = *space == ptx::StateSpace::global ? "mov.u64" : (instruction.has_modifier("to") ? "sub.u64" : "add.u64");
    const auto a = source(instruction.operands[1], 8, ptx::Type::u64);
    const auto d = destination(instruction.operands[0], 8);
    if (!a || !d)
        return Supported::no;
    operation.a = *a;
    operation.b = m_layout.constant(ImmediateConstant { window_of(*space) }, 8).offset;
    operation.d = *d;
    return assign(find_operator(m_set, key), operation);
}

Lowering::Supported Lowering::lower_isspacep(const ptx::Instruction& instruction, Operation& operation)
{
    const auto space = space_of(instruction);
    if (!space || instruction.operands.size() != 2)
        return Supported::no;
    const auto d = destination(instruction.operands[0], kPredicateSize);
    const auto a = source(instruction.operands[1], sizeof(std::uint64_t), ptx::Type::u64);
    if (!d || !a)
        return Supported::no;
    operation.d = *d;
    operation.a = *a;
    operation.displacement = static_cast<std::int64_t>(*space);
    operation.full = &is_in_space;
    operation.masked = &is_in_space;
    return Supported::yes;
}

} // namespace warpstage::simt

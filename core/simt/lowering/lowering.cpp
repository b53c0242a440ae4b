#include "core/simt/lowering/lowering.h"

#include "core/simt/special_register.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace warpstage::simt {

namespace {

// The bits of a literal in the instruction's type. A double literal may be used for a float operand.
std::optional<std::uint64_t> literal_bits(const ptx::ImmediateOperand& literal, ptx::Type type)
{
    using Kind = ptx::ImmediateOperand::Kind;
    switch (literal.kind) {
    case Kind::integer:
        return ptx::is_float(type) ? std::nullopt : std::optional { literal.bits };
    case Kind::f32:
        return type == ptx::Type::f64 ? std::nullopt : std::optional { literal.bits };
    case Kind::f64:
        if (type == ptx::Type::f32)
            return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(literal.bits)));
        return literal.bits;
    }
    VERIFY_NOT_REACHED();
}

} // namespace

Lowering::Lowering(const ptx::Module& lowered_module, const ptx::Function& lowered_kernel, InstructionSet instruction_set)
    : module(&lowered_module)
    , kernel(&lowered_kernel)
    , set(instruction_set)
    , symbols(lowered_module)
    , calls(call_graph_of(symbols, lowered_kernel))
    , shared(lowered_module, functions_of(lowered_module, calls))
    , body(std::make_shared<ProgramBody>())
{
}

std::optional<std::uint32_t> source(Lowering& lowering, const ptx::Operand& operand, std::uint32_t lane_bytes, ptx::Type type)
{
    if (const auto* reg = std::get_if<ptx::RegisterOperand>(&operand)) {
        const auto row = lowering.layout.of(reg->id);
        if (!row || row->lane_bytes != lane_bytes || reg->negated)
            return std::nullopt;
        lowering.uses.back().reads.push_back(reg->id);
        return row->offset;
    }
    if (const auto* literal = std::get_if<ptx::ImmediateOperand>(&operand)) {
        const auto bits = literal_bits(*literal, type);
        if (!bits)
            return std::nullopt;
        return lowering.layout.constant(ImmediateConstant { *bits }, lane_bytes).offset;
    }
    if (const auto* special = std::get_if<ptx::SpecialOperand>(&operand)) {
        const bool is_predicate = special->id == ptx::SpecialRegister::is_explicit_cluster;
        if ((lane_bytes == kPredicateSize) != is_predicate || is_clock(special->id))
            return std::nullopt;
        lowering.body->uses.reserved_shared = lowering.body->uses.reserved_shared || is_in_reserved_shared(special->id);
        if (names_grid_workspace(special->id)) {
            lowering.body->uses.grid_workspace = true;
            lowering.body->uses.module_memory = true;
        }
        return lowering.layout.constant(SpecialConstant { special->id }, lane_bytes).offset;
    }
    if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&operand))
        return symbol_row(lowering, *symbol, lane_bytes);
    return std::nullopt;
}

std::optional<std::uint32_t> destination(Lowering& lowering, const ptx::Operand& operand, std::uint32_t lane_bytes)
{
    if (std::holds_alternative<ptx::DiscardOperand>(operand))
        return lowering.layout.fresh(lane_bytes).offset;
    const auto* reg = std::get_if<ptx::RegisterOperand>(&operand);
    if (reg == nullptr || reg->negated)
        return std::nullopt;
    const auto row = lowering.layout.of(reg->id);
    if (!row || row->lane_bytes != lane_bytes)
        return std::nullopt;
    lowering.uses.back().writes.push_back(reg->id);
    return row->offset;
}

std::optional<std::uint32_t> destination_of_copy(
    Lowering& lowering, const ptx::Instruction& instruction, std::uint32_t lane_bytes, std::uint32_t from)
{
    const auto* reg = std::get_if<ptx::RegisterOperand>(&instruction.operands[0]);
    if (reg != nullptr && lowering.is_kernel() && !instruction.guard && lowering.writers[reg->id] == 1
        && !lowering.layout.find(reg->id) && lowering.layout.lane_bytes(reg->id) == lane_bytes
        && lowering.layout.is_constant(from))
        lowering.layout.alias(reg->id, { from, lane_bytes });
    return destination(lowering, instruction.operands[0], lane_bytes);
}

std::optional<std::uint32_t> negatable_predicate(Lowering& lowering, const ptx::Operand& operand, bool& negated)
{
    const auto* reg = std::get_if<ptx::RegisterOperand>(&operand);
    if (reg == nullptr)
        return source(lowering, operand, kPredicateSize, ptx::Type::pred);
    negated = reg->negated;
    return source(lowering, ptx::RegisterOperand { reg->id, false }, kPredicateSize, ptx::Type::pred);
}

std::optional<std::uint32_t> register_lane_bytes(Lowering& lowering, const ptx::Operand& operand)
{
    const auto* reg = std::get_if<ptx::RegisterOperand>(&operand);
    if (reg == nullptr || reg->id >= lowering.function->registers.size())
        return std::nullopt;
    return lowering.layout.lane_bytes(reg->id);
}

std::optional<Row> address_base(Lowering& lowering, const ptx::AddressOperand& address, ptx::StateSpace space)
{
    if (const auto* id = std::get_if<ptx::RegisterId>(&address.base)) {
        const ptx::RegisterOperand base { *id, false };
        const std::uint32_t bytes = register_lane_bytes(lowering, base).value_or(0);
        if (bytes != 4 && bytes != 8)
            return std::nullopt;
        const auto row = source(lowering, base, bytes, ptx::Type::b64);
        return row ? std::optional { Row { *row, bytes } } : std::nullopt;
    }
    const std::uint32_t bytes = space == ptx::StateSpace::shared ? 4 : 8;
    if (const auto* name = std::get_if<std::string>(&address.base)) {
        if (space != space_of_symbol(lowering, *name) && space != ptx::StateSpace::generic)
            return std::nullopt;
        const auto row = symbol_row(lowering, ptx::SymbolOperand { *name, 0 }, bytes);
        return row ? std::optional { Row { *row, bytes } } : std::nullopt;
    }
    return lowering.layout.constant(ImmediateConstant { 0 }, bytes);
}

std::optional<std::uint32_t> symbol_row(Lowering& lowering, const ptx::SymbolOperand& symbol, std::uint32_t lane_bytes)
{
    const auto added = static_cast<std::uint64_t>(symbol.offset);
    const auto constant = [&](std::uint64_t address, std::uint32_t smallest) -> std::optional<std::uint32_t> {
        if (lane_bytes < smallest)
            return std::nullopt;
        return lowering.layout.constant(ImmediateConstant { address + added }, lane_bytes).offset;
    };
    if (const auto offset = lowering.shared.offset_of(*lowering.function, symbol.name))
        return constant(*offset, sizeof(std::uint32_t));
    if (lowering.is_kernel()) {
        const auto parameter = std::find_if(lowering.kernel->parameters.begin(), lowering.kernel->parameters.end(),
            [&](const ptx::Parameter& known) { return known.name == symbol.name; });
        if (parameter != lowering.kernel->parameters.end())
            return constant(parameter->offset, sizeof(std::uint32_t));
    }
    if (const auto index = lowering.symbols.variable(symbol.name)) {
        const ptx::Variable& variable = lowering.module->variables[*index];
        const bool wide = lane_bytes == sizeof(std::uint64_t);
        if (variable.external)
            return std::nullopt;
        if (variable.space == ptx::StateSpace::constant) {
            lowering.body->uses.module_memory = true;
            return constant(lowering.symbols.constant_offset(*index), sizeof(std::uint32_t));
        }
        if (variable.space != ptx::StateSpace::global || !wide)
            return std::nullopt;
        lowering.body->uses.module_memory = true;
        return lowering.layout.constant(VariableConstant { *index, symbol.offset }, lane_bytes).offset;
    }
    if (const auto function = lowering.symbols.function(symbol.name))
        return constant(code_address(*function), sizeof(std::uint64_t));
    return std::nullopt;
}

std::uint32_t frame_base_row(Lowering& lowering)
{
    if (lowering.is_kernel())
        return lowering.layout.constant(ImmediateConstant { 0 }, sizeof(std::uint64_t)).offset;
    return lowering.function_body().base_row;
}

std::uint32_t stack_top_row(Lowering& lowering)
{
    std::uint32_t& row = lowering.function_body().stack_top_row;
    if (row == kNoRow)
        row = lowering.layout.fresh(sizeof(std::uint64_t)).offset;
    return row;
}

std::optional<FramePlace> address_taken(const Lowering& lowering, const ptx::Instruction& instruction)
{
    if (instruction.operands.size() != 2)
        return std::nullopt;
    const auto* symbol = std::get_if<ptx::SymbolOperand>(&instruction.operands[1]);
    return symbol == nullptr ? std::nullopt : lowering.frame->find(symbol->name);
}

ptx::StateSpace space_of_symbol(const Lowering& lowering, std::string_view name)
{
    if (lowering.shared.offset_of(*lowering.function, name))
        return ptx::StateSpace::shared;
    const auto variable = lowering.symbols.variable(name);
    return variable ? lowering.module->variables[*variable].space : ptx::StateSpace::generic;
}

Supported assign(const Operator* found, Operation& operation)
{
    if (found == nullptr)
        return Supported::no;
    operation.full = found->full;
    operation.masked = found->masked;
    return Supported::yes;
}

Supported assign_copy(const Operator* found, Operation& operation)
{
    return operation.d == operation.a ? do_nothing(operation) : assign(found, operation);
}

Supported refuse(Lowering& lowering, std::string sentence)
{
    lowering.refusal = std::move(sentence);
    return Supported::no;
}

Supported do_nothing(Operation& operation)
{
    constexpr Handler kNothing = [](WarpState&, const Operation&) {
        return true;
    };
    operation.full = kNothing;
    operation.masked = kNothing;
    return Supported::yes;
}

} // namespace warpstage::simt

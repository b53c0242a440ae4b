// Instructions that the operator table names: arithmetic, logic, shifts, comparison, selection.
#include "core/simt/lowering.h"

#include <array>
#include <string_view>
#include <variant>

namespace warpstage::simt {

namespace {

// Words that choose between results that the virtual machine does not tell apart: rounding to nearest is what it does
// anyhow, and approximate forms are computed exactly.
bool changes_nothing(std::string_view modifier)
{
    return modifier == "rn" || modifier == "approx" || modifier == "full";
}

std::optional<Combine> combine_of(std::string_view modifier)
{
    if (modifier == "and")
        return Combine::logical_and;
    if (modifier == "or")
        return Combine::logical_or;
    if (modifier == "xor")
        return Combine::logical_xor;
    return std::nullopt;
}

std::string key_of(const ptx::Instruction& instruction)
{
    std::string key { ptx::name_of(instruction.opcode) };
    for (const std::string& modifier : instruction.modifiers) {
        if (changes_nothing(modifier) || (instruction.opcode == ptx::Opcode::setp && combine_of(modifier)))
            continue;
        key += '.';
        key += modifier;
    }
    for (const ptx::Type type : instruction.types) {
        key += '.';
        key += ptx::name_of(type);
    }
    return key;
}

} // namespace

Lowering::Supported Lowering::lower_arithmetic(const ptx::Instruction& instruction, Operation& operation)
{
    return lower_by_key(instruction, operation);
}

Lowering::Supported Lowering::lower_by_key(const ptx::Instruction& instruction, Operation& operation)
{
    const Operator* found = find_operator(m_set, key_of(instruction));
    if (assign(found, operation) == Supported::no || instruction.types.size() != 1)
        return Supported::no;
    const std::array<std::uint8_t, 3> sizes { found->a, found->b, found->c };
    const std::array<std::uint32_t*, 3> rows { &operation.a, &operation.b, &operation.c };
    std::size_t operand = 1;
    for (std::size_t i = 0; i < sizes.size() && sizes[i] != 0; ++i, ++operand) {
        if (operand >= instruction.operands.size())
            return Supported::no;
        const ptx::Operand& written = instruction.operands[operand];
        const bool choice = instruction.opcode == ptx::Opcode::selp && sizes[i] == kPredicateSize;
        const auto row =
            choice ? negatable_predicate(written, operation.predicate_negated) : source(written, sizes[i], instruction.types[0]);
        if (!row)
            return Supported::no;
        *rows[i] = *row;
    }
    if (operand != instruction.operands.size())
        return Supported::no;
    const auto d = destination(instruction.operands[0], found->d);
    if (!d)
        return Supported::no;
    operation.d = *d;
    return Supported::yes;
}

Lowering::Supported Lowering::lower_setp(const ptx::Instruction& instruction, Operation& operation)
{
    const Operator* found = find_operator(m_set, key_of(instruction));
    if (assign(found, operation) == Supported::no || instruction.types.size() != 1)
        return Supported::no;
    for (const std::string& modifier : instruction.modifiers) {
        if (const auto combine = combine_of(modifier))
            operation.combine = *combine;
    }
    const std::size_t expected = operation.combine == Combine::none ? 3 : 4;
    if (instruction.operands.size() != expected)
        return Supported::no;
    const auto a = source(instruction.operands[1], found->a, instruction.types[0]);
    const auto b = source(instruction.operands[2], found->b, instruction.types[0]);
    if (!a || !b)
        return Supported::no;
    operation.a = *a;
    operation.b = *b;
    if (operation.combine != Combine::none) {
        const auto c = negatable_predicate(instruction.operands[3], operation.predicate_negated);
        if (!c)
            return Supported::no;
        operation.c = *c;
    }

    const auto* pair = std::get_if<ptx::PairOperand>(&instruction.operands[0]);
    const auto widened = [](const ptx::ScalarOperand& scalar) {
        return std::visit([](const auto& operand) { return ptx::Operand { operand }; }, scalar);
    };
    const auto first = destination(pair != nullptr ? widened(pair->first) : instruction.operands[0], kPredicateSize);
    if (!first)
        return Supported::no;
    operation.d = *first;
    if (pair != nullptr) {
        const auto second = destination(widened(pair->second), kPredicateSize);
        if (!second)
            return Supported::no;
        operation.e = *second;
    }
    return Supported::yes;
}

} // namespace warpstage::simt

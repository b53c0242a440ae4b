// Collective instructions of a warp (PTX ISA, 9.7.9.6 and 9.7.13).
#include "core/simt/lowering/lowering.h"

#include <array>
#include <string>
#include <string_view>
#include <variant>

namespace warpstage::simt {

namespace {

// "shfl.down.b32" of "shfl.sync.down.b32".
std::string key_of(const ptx::Instruction& instruction)
{
    std::string key { ptx::name_of(instruction.opcode) };
    for (const std::string& modifier : instruction.modifiers) {
        if (modifier != "sync")
            key += "." + modifier;
    }
    for (const ptx::Type type : instruction.types) {
        key += '.';
        key += ptx::name_of(type);
    }
    return key;
}

Supported lower_collective_result(
    Lowering& lowering, const ptx::Instruction& instruction, std::uint8_t lane_bytes, Operation& operation)
{
    using enum ptx::Opcode;
    const auto* pair = std::get_if<ptx::PairOperand>(&instruction.operands[0]);
    const bool elects = instruction.opcode == elect;
    const bool may_have_predicate = elects || instruction.opcode == shfl || instruction.has_modifier("all");
    if ((pair == nullptr && elects) || (pair != nullptr && (!may_have_predicate || instruction.opcode == vote)))
        return Supported::no;
    const auto d = destination(lowering, pair != nullptr ? widened(pair->first) : instruction.operands[0], lane_bytes);
    if (!d)
        return Supported::no;
    operation.d = *d;
    operation.site = kNoRow;
    if (pair == nullptr)
        return Supported::yes;
    const auto predicate = destination(lowering, widened(pair->second), kPredicateSize);
    if (!predicate)
        return Supported::no;
    operation.site = *predicate;
    return Supported::yes;
}

} // namespace

// The operands: a result, possibly with a predicate; as many sources as the operator has; and the member mask. shfl and vote also
// have older forms without .sync and mask, which assume converged lanes.
Supported lower_collective(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    using enum ptx::Opcode;
    const ptx::Opcode opcode = instruction.opcode;
    const bool synchronizes = instruction.has_modifier("sync");
    if (!synchronizes && opcode != activemask && opcode != shfl && opcode != vote)
        return Supported::no;
    const Operator* found = find_operator(lowering.set, key_of(instruction));
    if (assign(found, operation) == Supported::no)
        return Supported::no;

    const std::array<std::uint8_t, 3> sizes { found->a, found->b, found->c };
    const std::array<std::uint32_t*, 3> rows { &operation.a, &operation.b, &operation.c };
    std::size_t operand = 1;
    for (std::size_t i = 0; i < sizes.size() && sizes[i] != 0; ++i, ++operand) {
        if (operand >= instruction.operands.size())
            return Supported::no;
        const ptx::Operand& written = instruction.operands[operand];
        const ptx::Type type = i == 0 && !instruction.types.empty() ? instruction.types[0] : ptx::Type::b32;
        const auto row = sizes[i] == kPredicateSize ? negatable_predicate(lowering, written, operation.predicate_negated)
                                                    : source(lowering, written, sizes[i], type);
        if (!row)
            return Supported::no;
        *rows[i] = *row;
    }
    if (instruction.operands.size() != operand + (synchronizes ? 1 : 0))
        return Supported::no;
    if (synchronizes && lower_members(lowering, instruction.operands.back(), operation) == Supported::no)
        return Supported::no;
    return lower_collective_result(lowering, instruction, found->d, operation);
}

Supported lower_members(Lowering& lowering, const ptx::Operand& mask, Operation& operation)
{
    const auto row = source(lowering, mask, 4, ptx::Type::b32);
    if (!row)
        return Supported::no;
    operation.e = *row;
    lowering.member_row = *row;
    return Supported::yes;
}

} // namespace warpstage::simt

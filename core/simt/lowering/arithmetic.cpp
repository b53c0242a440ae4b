// Instructions that the operator table lists: arithmetic, logic, shifts, comparison, selection.
#include "core/simt/lowering/lowering.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

namespace warpstage::simt {

namespace {

// Rounding to nearest is the default of the operators; only conversions have it in their keys.
bool is_default(const ptx::Instruction& instruction, std::string_view modifier)
{
    return modifier == "rn" && instruction.opcode != ptx::Opcode::cvt;
}

// Most approximate forms are computed exactly and share the operator of the exact form.
bool is_approximation(std::string_view modifier)
{
    return modifier == "approx" || modifier == "full";
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

enum class Approximation : std::uint8_t { named, ignored };

// "setp.lt" of a complete set or setp: the operator that compares.
std::string key_of(const ptx::Instruction& instruction, Approximation approximation)
{
    const bool compares = instruction.opcode == ptx::Opcode::setp || instruction.opcode == ptx::Opcode::set;
    std::string key { compares ? "setp" : ptx::name_of(instruction.opcode) };
    for (const std::string& modifier : instruction.modifiers) {
        if (is_default(instruction, modifier) || (compares && combine_of(modifier))
            || (approximation == Approximation::ignored && is_approximation(modifier)))
            continue;
        key += '.';
        key += modifier;
    }
    for (std::size_t i = instruction.opcode == ptx::Opcode::set ? 1 : 0; i < instruction.types.size(); ++i) {
        key += '.';
        key += ptx::name_of(instruction.types[i]);
    }
    return key;
}

const Operator* operator_of(InstructionSet set, const ptx::Instruction& instruction)
{
    const Operator* own = find_operator(set, key_of(instruction, Approximation::named));
    return own != nullptr ? own : find_operator(set, key_of(instruction, Approximation::ignored));
}

const ptx::Contraction* contraction_of(const Lowering& lowering)
{
    const std::size_t current = lowering.uses.size() - 1;
    const auto found = std::ranges::lower_bound(lowering.contractions, current, {}, &ptx::Contraction::sum);
    return found != lowering.contractions.end() && found->sum == current ? &*found : nullptr;
}

Joined joined_of(const ptx::Instruction& sum, const ptx::Contraction& contraction)
{
    if (sum.opcode == ptx::Opcode::add)
        return Joined::sum;
    return contraction.operand == 1 ? Joined::difference : Joined::negated;
}

// "fnmadd.ftz.f32": the words of processors for the fused forms that PTX lacks.
std::string key_of(const ptx::Instruction& sum, Joined joined)
{
    const std::string key = key_of(sum, Approximation::named);
    const char* word = joined == Joined::sum ? "fma" : joined == Joined::difference ? "fmsub" : "fnmadd";
    return word + key.substr(key.find('.'));
}

// How a literal is stored as source operand `index`: slct's last operand has its own type.
ptx::Type source_type(const ptx::Instruction& instruction, std::size_t index)
{
    if (instruction.types.empty())
        return ptx::Type::b32; // "add.u16x2"
    const bool first_type = instruction.opcode == ptx::Opcode::slct && index < 2;
    return first_type ? instruction.types.front() : instruction.types.back();
}

// An immediate of 0 to 255.
std::optional<std::int64_t> byte_immediate(const ptx::Operand& operand)
{
    const auto* literal = std::get_if<ptx::ImmediateOperand>(&operand);
    if (literal == nullptr || literal->kind != ptx::ImmediateOperand::Kind::integer || literal->bits > 0xff)
        return std::nullopt;
    return static_cast<std::int64_t>(literal->bits);
}

// The value that set writes for true: all ones for integers, 1 for floats.
struct Truth {
    std::int64_t value;
    std::uint8_t bytes; // of the result, or of each half if the operands are pairs
};
std::optional<Truth> truth_of(ptx::Type type, bool pairs)
{
    using enum ptx::Type;
    if (type == u32 || type == s32)
        return pairs ? Truth { 0xffff, 2 } : Truth { 0xffff'ffff, 4 };
    if (type == f32 && !pairs)
        return Truth { 0x3f80'0000, 4 };
    if ((type == u16 || type == s16) && !pairs)
        return Truth { 0xffff, 2 };
    if (type == f16 || type == f16x2)
        return Truth { 0x3c00, 2 };
    if (type == bf16 || type == bf16x2)
        return Truth { 0x3f80, 2 };
    return std::nullopt;
}

// The row of the condition code's carry flag, one lane mask for the kernel.
std::uint32_t carry_row(Lowering& lowering)
{
    if (!lowering.carry)
        lowering.carry = lowering.layout.fresh(kPredicateSize);
    return lowering.carry->offset;
}

// Common part of set and setp: two sources, and a predicate if the comparison is combined with one.
Supported lower_comparison(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    const Operator* found = operator_of(lowering.set, instruction);
    if (assign(found, operation) == Supported::no || instruction.types.empty())
        return Supported::no;
    for (const std::string& modifier : instruction.modifiers) {
        if (const auto combine = combine_of(modifier))
            operation.combine = *combine;
    }
    const std::size_t expected = operation.combine == Combine::none ? 3 : 4;
    if (instruction.operands.size() != expected)
        return Supported::no;
    const auto a = source(lowering, instruction.operands[1], found->a, instruction.types.back());
    const auto b = source(lowering, instruction.operands[2], found->b, instruction.types.back());
    if (!a || !b)
        return Supported::no;
    operation.a = *a;
    operation.b = *b;
    if (operation.combine != Combine::none) {
        const auto c = negatable_predicate(lowering, instruction.operands[3], operation.predicate_negated);
        if (!c)
            return Supported::no;
        operation.c = *c;
    }
    return Supported::yes;
}

// The product keeps its own operation: its register can be watched.
Supported lower_joined(Lowering& lowering, const ptx::Instruction& sum, const ptx::Contraction& contraction, Operation& operation)
{
    operation.joined = joined_of(sum, contraction);
    const Operator* found = find_operator(lowering.set, key_of(sum, operation.joined));
    if (assign(found, operation) == Supported::no)
        return Supported::no;
    const ptx::Instruction& product = lowering.function->instructions[contraction.product];
    const ptx::Type type = sum.types.front();
    const auto a = source(lowering, product.operands[1], found->a, type);
    const auto b = source(lowering, product.operands[2], found->b, type);
    const auto c = source(lowering, sum.operands[3 - contraction.operand], found->c, type);
    const auto d = destination(lowering, sum.operands[0], found->d);
    if (!a || !b || !c || !d)
        return Supported::no;
    operation.a = *a;
    operation.b = *b;
    operation.c = *c;
    operation.d = *d;
    return Supported::yes;
}

} // namespace

Supported lower_by_key(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (const ptx::Contraction* contraction = contraction_of(lowering))
        return lower_joined(lowering, instruction, *contraction, operation);
    if (instruction.has_modifier("cc"))
        operation.e = carry_row(lowering);
    return lower_operands(lowering, instruction, instruction.operands.size(), operation);
}

// addc, subc and madc read the carry flag even if they do not write it.
Supported lower_with_carry(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    operation.e = carry_row(lowering);
    return lower_operands(lowering, instruction, instruction.operands.size(), operation);
}

Supported lower_operands(Lowering& lowering, const ptx::Instruction& instruction, std::size_t operand_count, Operation& operation)
{
    const Operator* found = operator_of(lowering.set, instruction);
    if (assign(found, operation) == Supported::no)
        return Supported::no;
    const std::array<std::uint8_t, 3> sizes { found->a, found->b, found->c };
    const std::array<std::uint32_t*, 3> rows { &operation.a, &operation.b, &operation.c };
    std::size_t operand = 1;
    for (std::size_t i = 0; i < sizes.size() && sizes[i] != 0; ++i, ++operand) {
        if (operand >= operand_count)
            return Supported::no;
        const ptx::Operand& written = instruction.operands[operand];
        const bool choice = instruction.opcode == ptx::Opcode::selp && sizes[i] == kPredicateSize;
        const auto row = choice ? negatable_predicate(lowering, written, operation.predicate_negated)
                                : source(lowering, written, sizes[i], source_type(instruction, i));
        if (!row)
            return Supported::no;
        *rows[i] = *row;
    }
    if (operand != operand_count)
        return Supported::no;
    const auto d = destination(lowering, instruction.operands[0], found->d);
    if (!d)
        return Supported::no;
    operation.d = *d;
    return Supported::yes;
}

// "lop3.b32 d, a, b, c, table": the table is a literal. The form with an additional predicate result is not supported.
Supported lower_lop3(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.operands.size() != 5)
        return Supported::no;
    const auto table = byte_immediate(instruction.operands[4]);
    if (!table)
        return Supported::no;
    operation.displacement = *table;
    return lower_operands(lowering, instruction, 4, operation);
}

// "bfi.b32 d, a, b, position, length".
Supported lower_bfi(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.operands.size() != 5)
        return Supported::no;
    const auto length = source(lowering, instruction.operands[4], 4, ptx::Type::u32);
    if (!length)
        return Supported::no;
    operation.e = *length;
    return lower_operands(lowering, instruction, 4, operation);
}

Supported lower_setp(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.types.size() != 1 || lower_comparison(lowering, instruction, operation) == Supported::no)
        return Supported::no;
    const auto* pair = std::get_if<ptx::PairOperand>(&instruction.operands[0]);
    const auto first = destination(lowering, pair != nullptr ? widened(pair->first) : instruction.operands[0], kPredicateSize);
    if (!first)
        return Supported::no;
    operation.d = *first;
    if (pair != nullptr) {
        const auto second = destination(lowering, widened(pair->second), kPredicateSize);
        if (!second)
            return Supported::no;
        operation.e = *second;
    }
    return Supported::yes;
}

Supported lower_set(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.types.size() != 2 || lower_comparison(lowering, instruction, operation) == Supported::no)
        return Supported::no;
    const ptx::Type compared = instruction.types[1];
    const bool pairs = compared == ptx::Type::f16x2 || compared == ptx::Type::bf16x2;
    const auto truth = truth_of(instruction.types[0], pairs);
    if (!truth)
        return Supported::no;
    const auto d = destination(lowering, instruction.operands[0], pairs ? 4 : truth->bytes);
    if (!d)
        return Supported::no;
    operation.e = *d;
    operation.element_bytes = truth->bytes;
    operation.displacement = truth->value;
    return Supported::yes;
}

} // namespace warpstage::simt

// mov and cvt.
#include "core/simt/conversion.h"
#include "core/simt/lowering/lowering.h"
#include "core/simt/special_register.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <variant>

namespace warpstage::simt {

namespace {

bool convertible(ptx::Type type)
{
    using enum ptx::Type;
    return type == u8 || type == u16 || type == u32 || type == u64 || type == s8 || type == s16 || type == s32 || type == s64
        || type == f16 || type == bf16 || type == f32 || type == f64;
}

// Rows of 8 bits do not exist: bytes are stored in rows of 16 bits and more.
std::uint32_t smallest_row(ptx::Type type)
{
    return std::max(ptx::size_of(type), 2U);
}

struct RoundingWord {
    std::string_view word;
    Rounding rounding;
    bool to_integral;
};
constexpr std::array kRoundingWords {
    RoundingWord { "rn", Rounding::nearest_even, false },
    RoundingWord { "rna", Rounding::nearest_away, false },
    RoundingWord { "rz", Rounding::towards_zero, false },
    RoundingWord { "rm", Rounding::down, false },
    RoundingWord { "rp", Rounding::up, false },
    RoundingWord { "rni", Rounding::nearest_even, true },
    RoundingWord { "rzi", Rounding::towards_zero, true },
    RoundingWord { "rmi", Rounding::down, true },
    RoundingWord { "rpi", Rounding::up, true },
};

// False for a modifier that cvt does not support here.
bool read_modifier(std::string_view modifier, Conversion& conversion)
{
    if (modifier == "sat" || modifier == "relu" || modifier == "satfinite") {
        if (conversion.clamp == Clamp::none)
            conversion.clamp = modifier == "sat" ? Clamp::saturate : (modifier == "relu" ? Clamp::relu : Clamp::finite);
        else
            conversion.clamp = Clamp::finite_relu;
        return true;
    }
    if (modifier == "ftz") {
        conversion.flush = true;
        return true;
    }
    const auto* word = std::find_if(
        kRoundingWords.begin(), kRoundingWords.end(), [&](const RoundingWord& known) { return known.word == modifier; });
    if (word == kRoundingWords.end())
        return false;
    conversion.rounding = word->rounding;
    conversion.to_integral = word->to_integral;
    return true;
}

bool reads_clock(const ptx::Instruction& instruction)
{
    const auto* special = std::get_if<ptx::SpecialOperand>(&instruction.operands[1]);
    return special != nullptr && is_clock(special->id);
}

// "mov.u32 %r1, %clock;" and its 64-bit form.
Supported lower_clock(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.types.size() != 1 || ptx::size_of(instruction.types[0]) < 4)
        return Supported::no;
    const std::uint32_t bytes = ptx::size_of(instruction.types[0]);
    const auto d = destination(lowering, instruction.operands[0], bytes);
    if (!d || (bytes != 4 && bytes != 8))
        return Supported::no;
    ServiceForm form;
    form.service = Service::clock;
    form.high_half = std::get<ptx::SpecialOperand>(instruction.operands[1]).id == ptx::SpecialRegister::clock_hi;
    form.returns.push_back({ true, *d, bytes });
    return lower_service(lowering, std::move(form), operation);
}

Supported lower_vector_mov(Lowering& lowering, const ptx::Instruction& instruction, const ptx::VectorOperand& parts,
    const ptx::Operand& whole, Operation& operation)
{
    if (instruction.types.size() != 1)
        return Supported::no;
    const bool packs = &whole == &instruction.operands[0];
    const std::uint32_t whole_bytes = ptx::size_of(instruction.types[0]);
    const std::size_t count = parts.elements.size();
    const std::string key = fmt::format("{}.b{}.{}", packs ? "pack" : "unpack", whole_bytes * 8, count);
    if (assign(find_operator(lowering.set, key), operation) == Supported::no)
        return Supported::no;
    const auto part_bytes = static_cast<std::uint32_t>(whole_bytes / count);
    const ptx::Type part_type = part_bytes == 4 ? ptx::Type::b32 : ptx::Type::b16;
    const std::uint32_t part_lane_bytes = std::max(part_bytes, smallest_row(part_type));
    const std::array<std::uint32_t*, 4> rows { &operation.d, &operation.b, &operation.c, &operation.e };
    for (std::size_t i = 0; i < count; ++i) {
        const ptx::Operand part = widened(parts.elements[i]);
        const auto row =
            packs ? source(lowering, part, part_lane_bytes, part_type) : destination(lowering, part, part_lane_bytes);
        if (!row)
            return Supported::no;
        *rows[i] = *row;
    }
    const auto row =
        packs ? destination(lowering, whole, whole_bytes) : source(lowering, whole, whole_bytes, instruction.types[0]);
    if (!row)
        return Supported::no;
    operation.a = *row;
    return Supported::yes;
}

// "mov.u32 %r1, %tid.x;": special registers are constants of a thread.
Supported lower_special_mov(
    Lowering& lowering, const ptx::Instruction& instruction, const ptx::SpecialOperand& special, Operation& operation)
{
    if (instruction.types.size() != 1 || instruction.types[0] == ptx::Type::pred || ptx::size_of(instruction.types[0]) < 2)
        return lower_by_key(lowering, instruction, operation);
    const std::uint32_t bytes = ptx::size_of(instruction.types[0]);
    const auto a = source(lowering, special, bytes, instruction.types[0]);
    const auto d = a ? destination_of_copy(lowering, instruction, bytes, *a) : std::nullopt;
    if (!d)
        return Supported::no;
    operation.a = *a;
    operation.d = *d;
    return assign_copy(find_operator(lowering.set, fmt::format("mov.b{}", bytes * 8)), operation);
}

} // namespace

Supported lower_mov(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.operands.size() != 2)
        return Supported::no;
    if (const auto place = address_taken(lowering, instruction))
        return lower_frame_address(lowering, instruction, *place, operation);
    if (reads_clock(instruction))
        return lower_clock(lowering, instruction, operation);
    if (instruction.types == std::vector { ptx::Type::b128 })
        return lower_wide_mov(lowering, instruction, operation);
    if (const auto* parts = std::get_if<ptx::VectorOperand>(&instruction.operands[0]))
        return lower_vector_mov(lowering, instruction, *parts, instruction.operands[1], operation);
    if (const auto* parts = std::get_if<ptx::VectorOperand>(&instruction.operands[1]))
        return lower_vector_mov(lowering, instruction, *parts, instruction.operands[0], operation);
    if (const auto* special = std::get_if<ptx::SpecialOperand>(&instruction.operands[1]))
        return lower_special_mov(lowering, instruction, *special, operation);
    return lower_by_key(lowering, instruction, operation);
}

Supported lower_cvt(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    Conversion conversion;
    if (instruction.types.size() != 2 || instruction.operands.size() != 2)
        return lower_by_key(lowering, instruction, operation); // of several values at once
    conversion.to = instruction.types[0];
    conversion.from = instruction.types[1];
    const bool to_tf32 = conversion.to == ptx::Type::tf32 && conversion.from == ptx::Type::f32;
    if (!(convertible(conversion.to) || to_tf32) || !convertible(conversion.from))
        return lower_by_key(lowering, instruction, operation);
    std::string key = "cvt";
    for (const std::string& modifier : instruction.modifiers) {
        if (!read_modifier(modifier, conversion))
            return Supported::no;
        key += "." + modifier;
    }
    key += fmt::format(".{}.{}", ptx::name_of(conversion.to), ptx::name_of(conversion.from));

    const std::uint32_t to_bytes = register_lane_bytes(lowering, instruction.operands[0]).value_or(smallest_row(conversion.to));
    const std::uint32_t from_bytes =
        register_lane_bytes(lowering, instruction.operands[1]).value_or(smallest_row(conversion.from));
    if (to_bytes < smallest_row(conversion.to) || from_bytes < smallest_row(conversion.from))
        return Supported::no;
    conversion.to_lane_bytes = static_cast<std::uint8_t>(to_bytes);
    conversion.from_lane_bytes = static_cast<std::uint8_t>(from_bytes);
    const auto a = source(lowering, instruction.operands[1], from_bytes, conversion.from);
    const auto d = destination(lowering, instruction.operands[0], to_bytes);
    if (!a || !d)
        return Supported::no;
    operation.a = *a;
    operation.d = *d;

    const Operator* fast = find_operator(lowering.set, key);
    if (fast != nullptr && fast->d == to_bytes && fast->a == from_bytes)
        return assign(fast, operation);
    operation.full = handler_of(conversion);
    operation.masked = operation.full;
    operation.displacement = std::bit_cast<std::int64_t>(conversion);
    return Supported::yes;
}

} // namespace warpstage::simt

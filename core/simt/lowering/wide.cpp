// Instructions of 128 bits: mov.b128, ld.b128, st.b128, atom.exch.b128 and atom.cas.b128.
#include "core/simt/lowering/lowering.h"
#include "core/simt/memory/wide_access.h"

#include <array>
#include <variant>

namespace warpstage::simt {

namespace {

Supported use_handler(Operation& operation, Handler handler)
{
    operation.full = handler;
    operation.masked = handler;
    return Supported::yes;
}

// There are no literals of 128 bits.
std::optional<std::uint32_t> wide_source(Lowering& lowering, const ptx::Operand& operand)
{
    return std::holds_alternative<ptx::RegisterOperand>(operand) ? source(lowering, operand, kWideBytes, ptx::Type::b128)
                                                                 : std::nullopt;
}

} // namespace

// "mov.b128 %rq1, {%rd1, %rd2}", "mov.b128 {%rd1, %rd2}, %rq1" and "mov.b128 %rq1, %rq2".
Supported lower_wide_mov(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    const auto* to = std::get_if<ptx::VectorOperand>(&instruction.operands[0]);
    const auto* from = std::get_if<ptx::VectorOperand>(&instruction.operands[1]);
    const ptx::VectorOperand* halves = to != nullptr ? to : from;
    if (halves != nullptr && halves->elements.size() != 2)
        return Supported::no;
    std::optional<std::uint32_t> a;
    std::optional<std::uint32_t> b = kNoRow;
    std::optional<std::uint32_t> d;
    if (from != nullptr) {
        a = source(lowering, widened(from->elements[0]), 8, ptx::Type::b64);
        b = source(lowering, widened(from->elements[1]), 8, ptx::Type::b64);
        d = destination(lowering, instruction.operands[0], kWideBytes);
    } else {
        a = wide_source(lowering, instruction.operands[1]);
        d = to == nullptr ? destination(lowering, instruction.operands[0], kWideBytes)
                          : destination(lowering, widened(to->elements[0]), 8);
        if (to != nullptr)
            b = destination(lowering, widened(to->elements[1]), 8);
    }
    if (!a || !b || !d)
        return Supported::no;
    operation.a = *a;
    operation.b = *b;
    operation.d = *d;
    return use_handler(operation, from != nullptr ? &pack_wide : to != nullptr ? &unpack_wide : &move_wide);
}

// "atom.global.cas.b128 %rq1, [%rd1], %rq2, %rq3", "ld.global.b128 %rq1, [%rd1]".
Supported lower_wide_access(Lowering& lowering, const ptx::Instruction& instruction, ptx::StateSpace space, Operation& operation)
{
    struct Form {
        Handler handler;
        AccessKind kind;
        std::size_t sources;
    };
    const auto form = [&]() -> Form {
        if (instruction.opcode == ptx::Opcode::st)
            return { &store_wide, AccessKind::store, 1 };
        if (instruction.has_modifier("cas"))
            return { &compare_swap_wide, AccessKind::atomic, 2 };
        if (instruction.has_modifier("exch"))
            return { &exchange_wide, AccessKind::atomic, 1 };
        return { &load_wide, AccessKind::load, 0 };
    }();
    const bool is_plain = instruction.opcode == ptx::Opcode::ld || instruction.opcode == ptx::Opcode::st;
    if (is_plain == (form.kind == AccessKind::atomic))
        return Supported::no;
    const std::size_t at = form.kind == AccessKind::store ? 0 : 1;
    if (instruction.operands.size() != at + 1 + form.sources)
        return Supported::no;
    const auto* address = std::get_if<ptx::AddressOperand>(&instruction.operands[at]);
    const auto base = address == nullptr ? std::nullopt : address_base(lowering, *address, space);
    if (!base)
        return Supported::no;
    const std::array<std::uint32_t*, 2> rows { &operation.b, &operation.c };
    for (std::size_t i = 0; i < form.sources; ++i) {
        const auto row = wide_source(lowering, instruction.operands[at + 1 + i]);
        if (!row)
            return Supported::no;
        *rows[i] = *row;
    }
    // The first element row, which an observer reads.
    const auto d = form.kind == AccessKind::store ? operation.b
                                                  : destination(lowering, instruction.operands[0], kWideBytes).value_or(kNoRow);
    if (d == kNoRow)
        return Supported::no;
    operation.d = d;
    operation.a = base->offset;
    operation.e = static_cast<std::uint32_t>(space);
    operation.displacement = address->offset;
    operation.element_bytes = static_cast<std::uint8_t>(base->lane_bytes);
    operation.elements = 1;
    operation.accesses_memory = true;
    operation.site = static_cast<std::uint32_t>(lowering.body->memory_forms.size());
    lowering.body->memory_forms.push_back(
        { space, form.kind, kWideBytes / 2, 2, kWideBytes, static_cast<std::uint8_t>(base->lane_bytes) });
    return use_handler(operation, form.handler);
}

} // namespace warpstage::simt

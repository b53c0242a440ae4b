// Asynchronous copies, and hints to the caches (PTX ISA, 9.7.9.14 to 9.7.9.19 and 9.7.9.25).
#include "core/simt/lowering/lowering.h"
#include "core/simt/memory/async_copy.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <variant>

namespace warpstage::simt {

namespace {

std::optional<std::uint64_t> number_in(const ptx::Operand& operand)
{
    const auto* literal = std::get_if<ptx::ImmediateOperand>(&operand);
    if (literal == nullptr || literal->kind != ptx::ImmediateOperand::Kind::integer)
        return std::nullopt;
    return literal->bits;
}

// Supports only the modifiers of "cp.async"; false for cp.async.bulk, cp.async.mbarrier and L2::cache_hint.
bool are_words_of_copy(const ptx::Instruction& instruction)
{
    bool cached = false;
    bool to_shared = false;
    bool from_global = false;
    const bool known = std::all_of(instruction.modifiers.begin(), instruction.modifiers.end(), [&](std::string_view word) {
        cached = cached || word == "ca" || word == "cg";
        from_global = from_global || word == "global";
        to_shared = to_shared || word == "shared" || word == "shared::cta";
        return word == "async" || word == "ca" || word == "cg" || word == "global" || word == "shared" || word == "shared::cta"
            || word == "L2::64B" || word == "L2::128B" || word == "L2::256B";
    });
    return known && cached && to_shared && from_global && instruction.types.empty();
}

} // namespace

// Only the caches use a policy, and there are none here.
Supported lower_cache_policy(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.operands.empty())
        return Supported::no;
    const auto d = destination(lowering, instruction.operands[0], 8);
    if (!d)
        return Supported::no;
    operation.d = *d;
    operation.a = lowering.layout.constant(ImmediateConstant { 0 }, 8).offset;
    return assign(find_operator(lowering.set, "mov.b64"), operation);
}

Supported lower_cache_hint(Lowering&, const ptx::Instruction& instruction, Operation& operation)
{
    const bool has_address =
        !instruction.operands.empty() && std::holds_alternative<ptx::AddressOperand>(instruction.operands[0]);
    return has_address ? do_nothing(operation) : Supported::no;
}

Supported lower_async_copy(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    const std::vector<ptx::Operand>& operands = instruction.operands;
    if (!instruction.has_modifier("async"))
        return Supported::no;
    if (instruction.has_modifier("bulk"))
        return lower_bulk_copy(lowering, instruction, operation);
    if (instruction.has_modifier("mbarrier"))
        return lower_mbarrier(lowering, instruction, operation);
    const bool commits = instruction.has_modifier("commit_group") && operands.empty();
    const bool waits_for_all = instruction.has_modifier("wait_all") && operands.empty();
    const bool waits_for_group = instruction.has_modifier("wait_group") && operands.size() == 1 && number_in(operands[0]);
    if (instruction.modifiers.size() == 2 && (commits || waits_for_all || waits_for_group))
        return do_nothing(operation);
    if (!are_words_of_copy(instruction) || operands.size() < 3 || operands.size() > 4)
        return Supported::no;
    const auto* to = std::get_if<ptx::AddressOperand>(&operands[0]);
    const auto* from = std::get_if<ptx::AddressOperand>(&operands[1]);
    const std::uint64_t size = number_in(operands[2]).value_or(0);
    // .cg exists for 16 bytes only.
    if (to == nullptr || from == nullptr || (size != 16 && (instruction.has_modifier("cg") || (size != 4 && size != 8))))
        return Supported::no;
    using Displacement = std::numeric_limits<std::int32_t>;
    if (to->offset < Displacement::min() || to->offset > Displacement::max())
        return Supported::no;
    const std::optional<Row> source_row = address_base(lowering, *from, ptx::StateSpace::global);
    const std::optional<Row> destination_row = address_base(lowering, *to, ptx::StateSpace::shared);
    if (!source_row || source_row->lane_bytes != 8 || !destination_row)
        return Supported::no;

    const ptx::Operand whole = ptx::ImmediateOperand { ptx::ImmediateOperand::Kind::integer, size };
    const ptx::Operand& last = operands.size() == 4 ? operands[3] : whole;
    const bool ignores = register_lane_bytes(lowering, last) == std::uint32_t { kPredicateSize };
    const auto c = source(lowering, last, ignores ? kPredicateSize : 4, ignores ? ptx::Type::pred : ptx::Type::u32);
    if (!c)
        return Supported::no;
    operation.full = ignores ? &copy_unless : &copy_bytes;
    operation.masked = operation.full;
    operation.a = source_row->offset;
    operation.b = destination_row->offset;
    operation.c = *c;
    operation.d = lowering.layout.fresh(8).offset;
    operation.e = static_cast<std::uint32_t>(to->offset);
    operation.displacement = from->offset;
    operation.elements = static_cast<std::uint8_t>(size);
    operation.element_bytes = static_cast<std::uint8_t>(destination_row->lane_bytes);
    operation.accesses_memory = true;
    operation.site = static_cast<std::uint32_t>(lowering.body->memory_forms.size());
    const auto element = static_cast<std::uint8_t>(std::min<std::uint64_t>(size, 8));
    MemoryForm form { ptx::StateSpace::global, AccessKind::load, element, static_cast<std::uint8_t>(size / element), 8, 8, true };
    lowering.body->memory_forms.push_back(form);
    form.space = ptx::StateSpace::shared;
    form.kind = AccessKind::store;
    form.address_bytes = operation.element_bytes;
    form.copies_to_shared = false;
    lowering.body->memory_forms.push_back(form);
    return Supported::yes;
}

} // namespace warpstage::simt

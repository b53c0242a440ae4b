// Barriers and fences.
#include "core/simt/lowering.h"

#include <algorithm>
#include <variant>

namespace warpstage::simt {

namespace {

constexpr std::uint64_t kBarriers = 16; // of a block (PTX ISA, 9.7.13.1)

bool do_nothing(WarpState&, const Operation&)
{
    return true;
}

} // namespace

// Lanes of a warp run in lock step and see each other's writes at once: a barrier among them and memory fences do nothing.
Lowering::Supported Lowering::lower_barrier(const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.opcode == ptx::Opcode::membar || instruction.opcode == ptx::Opcode::fence
        || instruction.has_modifier("warp")) {
        operation.full = &do_nothing;
        operation.masked = &do_nothing;
        return Supported::yes;
    }
    const bool known = std::all_of(instruction.modifiers.begin(), instruction.modifiers.end(),
        [](const std::string& modifier) { return modifier == "sync" || modifier == "aligned" || modifier == "cta"; });
    if (!known || !instruction.has_modifier("sync") || instruction.operands.size() != 1)
        return Supported::no;
    const auto* number = std::get_if<ptx::ImmediateOperand>(&instruction.operands[0]);
    if (number == nullptr || number->kind != ptx::ImmediateOperand::Kind::integer || number->bits >= kBarriers)
        return Supported::no;
    operation.kind = OperationKind::barrier;
    operation.displacement = static_cast<std::int64_t>(number->bits);
    return Supported::yes;
}

} // namespace warpstage::simt

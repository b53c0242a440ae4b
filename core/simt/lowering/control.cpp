// Branches and returns.
#include "core/simt/lowering/lowering.h"

#include <utility>
#include <variant>
#include <vector>

namespace warpstage::simt {

namespace {

// The reconvergence point of the lanes that the instruction splits.
std::uint32_t reconvergence_here(const Lowering& lowering)
{
    const auto here = static_cast<std::uint32_t>(lowering.body->operations.size()) - lowering.first_operation;
    const auto meeting = lowering.control_flow->reconvergence(here);
    return meeting ? lowering.first_operation + *meeting : kNever;
}

} // namespace

Supported lower_branch(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.operands.size() != 1)
        return Supported::no;
    const auto* label = std::get_if<ptx::LabelOperand>(&instruction.operands[0]);
    if (label == nullptr)
        return Supported::no;
    operation.kind = OperationKind::branch;
    operation.site = lowering.first_operation + label->target;
    if (instruction.guard)
        operation.reconvergence = reconvergence_here(lowering);
    return Supported::yes;
}

// "brx.idx %r1, table": the parser has put the labels of the table after the index.
Supported lower_branch_table(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (!instruction.has_modifier("idx") || instruction.operands.size() < 2)
        return Supported::no;
    const auto index = source(lowering, instruction.operands[0], sizeof(std::uint32_t), ptx::Type::u32);
    if (!index)
        return Supported::no;
    std::vector<std::uint32_t> targets;
    for (const ptx::Operand& operand : instruction.operands) {
        if (const auto* label = std::get_if<ptx::LabelOperand>(&operand))
            targets.push_back(lowering.first_operation + label->target);
    }
    operation.kind = OperationKind::branch_table;
    operation.a = *index;
    operation.reconvergence = reconvergence_here(lowering);
    operation.site = static_cast<std::uint32_t>(lowering.body->branch_tables.size());
    lowering.body->branch_tables.push_back(std::move(targets));
    return Supported::yes;
}

Supported lower_exit(Lowering&, const ptx::Instruction&, Operation& operation)
{
    operation.kind = OperationKind::exit;
    return Supported::yes;
}

// A return from the kernel exits.
Supported lower_return(Lowering& lowering, const ptx::Instruction&, Operation& operation)
{
    operation.kind = lowering.is_kernel() ? OperationKind::exit : OperationKind::function_return;
    return Supported::yes;
}

} // namespace warpstage::simt

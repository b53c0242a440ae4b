// Branches and returns.
#include "core/simt/lowering.h"

#include <utility>
#include <variant>
#include <vector>

namespace warpstage::simt {

Lowering::Supported Lowering::lower_branch(const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.operands.size() != 1)
        return Supported::no;
    const auto* label = std::get_if<ptx::LabelOperand>(&instruction.operands[0]);
    if (label == nullptr)
        return Supported::no;
    operation.kind = OperationKind::branch;
    operation.site = m_first + label->target;
    if (instruction.guard) {
        const auto meeting = m_control_flow->reconvergence(static_cast<std::uint32_t>(m_body->operations.size()) - m_first);
        operation.reconvergence = meeting ? m_first + *meeting : kNever;
    }
    return Supported::yes;
}

// "brx.idx %r1, table": the parser has put the labels of the table behind the index.
Lowering::Supported Lowering::lower_branch_table(const ptx::Instruction& instruction, Operation& operation)
{
    if (!instruction.has_modifier("idx") || instruction.operands.size() < 2)
        return Supported::no;
    const auto index = source(instruction.operands[0], sizeof(std::uint32_t), ptx::Type::u32);
    if (!index)
        return Supported::no;
    std::vector<std::uint32_t> targets;
    for (const ptx::Operand& operand : instruction.operands) {
        if (const auto* label = std::get_if<ptx::LabelOperand>(&operand))
            targets.push_back(m_first + label->target);
    }
    const auto meeting = m_control_flow->reconvergence(static_cast<std::uint32_t>(m_body->operations.size()) - m_first);
    operation.kind = OperationKind::branch_table;
    operation.a = *index;
    operation.reconvergence = meeting ? m_first + *meeting : kNever;
    operation.site = static_cast<std::uint32_t>(m_body->branch_tables.size());
    m_body->branch_tables.push_back(std::move(targets));
    return Supported::yes;
}

// What returns from the kernel leaves it.
Lowering::Supported Lowering::lower_return(Operation& operation)
{
    operation.kind = is_kernel() ? OperationKind::exit : OperationKind::function_return;
    return Supported::yes;
}

} // namespace warpstage::simt

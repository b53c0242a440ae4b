// Branches.
#include "core/simt/lowering.h"

#include <variant>

namespace warpstage::simt {

Lowering::Supported Lowering::lower_branch(const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.operands.size() != 1)
        return Supported::no;
    const auto* label = std::get_if<ptx::LabelOperand>(&instruction.operands[0]);
    if (label == nullptr)
        return Supported::no;
    operation.kind = OperationKind::branch;
    operation.site = label->target;
    if (instruction.guard) {
        const auto pc = static_cast<std::uint32_t>(m_body->operations.size());
        operation.reconvergence = m_control_flow.reconvergence(pc).value_or(kNever);
    }
    return Supported::yes;
}

} // namespace warpstage::simt

#include "core/simt/lowering/refusals.h"

#include "core/simt/lowering/kernel_lowering.h"

#include <utility>

namespace warpstage::simt {

std::vector<RefusedInstruction> KernelLowering::refused_instructions()
{
    std::vector<RefusedInstruction> refused;
    prepare_functions();
    for (std::uint32_t index = 0; index < m_lowering.calls.functions.size(); ++index) {
        start_function(index);
        for (std::uint32_t at = 0; at < m_lowering.function->instructions.size(); ++at) {
            const ptx::Instruction& instruction = m_lowering.function->instructions[at];
            Operation operation;
            if (lower(instruction, operation) == Supported::no)
                refused.push_back({ m_lowering.function, at, std::exchange(m_lowering.refusal, {}) });
            m_body.operations.push_back(operation);
        }
        finish_function();
    }
    return refused;
}

std::vector<RefusedInstruction> refused_instructions(const ptx::Module& module, const ptx::Function& kernel)
{
    return KernelLowering(module, kernel, best_instruction_set()).refused_instructions();
}

} // namespace warpstage::simt

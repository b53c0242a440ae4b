#include "core/simt/refusals.h"

#include "core/simt/lowering.h"

namespace warpstage::simt {

std::vector<std::uint32_t> Lowering::refused_instructions()
{
    std::vector<std::uint32_t> refused;
    for (std::uint32_t index = 0; index < m_kernel->instructions.size(); ++index) {
        const ptx::Instruction& instruction = m_kernel->instructions[index];
        m_uses.emplace_back();
        Operation operation;
        if (lower(instruction, operation) == Supported::no || lower_guard(instruction, operation) == Supported::no)
            refused.push_back(index);
    }
    return refused;
}

std::vector<std::uint32_t> refused_instructions(const ptx::Module& module, const ptx::Function& kernel)
{
    return Lowering(module, kernel, best_instruction_set()).refused_instructions();
}

} // namespace warpstage::simt

#include "core/runtime/capture/kernel_variables.h"

#include <algorithm>
#include <string>

namespace warpstage::runtime {

std::vector<const ptx::Variable*> used_variables(const ptx::Module& module, const ptx::Function& kernel)
{
    const auto is_named_by_code = [&](const std::string& variable) {
        return std::ranges::any_of(module.functions, [&](const ptx::Function& function) {
            const bool runs = &function == &kernel || !function.entry;
            return runs && std::ranges::any_of(function.instructions, [&](const ptx::Instruction& instruction) {
                return instruction.text.find(variable) != std::string::npos;
            });
        });
    };
    std::vector<const ptx::Variable*> used;
    for (const ptx::Variable& variable : module.variables) {
        const bool loaded = variable.space == ptx::StateSpace::global || variable.space == ptx::StateSpace::constant;
        if (loaded && !variable.external && variable.size != 0 && is_named_by_code(variable.name))
            used.push_back(&variable);
    }
    return used;
}

} // namespace warpstage::runtime

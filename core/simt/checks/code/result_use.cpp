#include "core/simt/checks/code/result_use.h"

#include <algorithm>
#include <variant>
#include <vector>

namespace warpstage::simt {

namespace {

bool passes_on(const ptx::Instruction& instruction)
{
    using enum ptx::OpcodeFamily;
    const ptx::OpcodeFamily family = ptx::family_of(instruction.opcode);
    if (family == arithmetic)
        return std::ranges::none_of(instruction.types, [](ptx::Type type) { return ptx::is_float(type); });
    return family == movement || family == logic || family == comparison || family == warp;
}

// A function gets values in its parameters.
bool hands_over(const ptx::Instruction& instruction)
{
    return instruction.opcode == ptx::Opcode::call || instruction.opcode == ptx::Opcode::brx
        || (instruction.opcode == ptx::Opcode::st && instruction.has_modifier("param"));
}

} // namespace

RegisterMentions::RegisterMentions(const ptx::Function& function)
    : m_count(function.registers.size())
{
    const auto count = [&](ptx::RegisterId id) {
        ++m_count[id];
    };
    for (const ptx::Instruction& instruction : function.instructions) {
        if (instruction.guard)
            count(instruction.guard->predicate);
        for (const ptx::Operand& operand : instruction.operands) {
            for_each_register(operand, count);
            const auto* address = std::get_if<ptx::AddressOperand>(&operand);
            if (const auto* base = address == nullptr ? nullptr : std::get_if<ptx::RegisterId>(&address->base))
                count(*base);
        }
    }
}

bool RegisterMentions::is_result_unused(const ptx::Instruction& instruction) const
{
    bool unused = true;
    for_each_register(instruction.operands[0], [&](ptx::RegisterId id) { unused = unused && m_count[id] == 1; });
    return unused;
}

bool is_result_tested(const ptx::Function& function, std::size_t index)
{
    std::vector<bool> depends(function.registers.size());
    for_each_register(function.instructions[index].operands[0], [&](ptx::RegisterId id) { depends[id] = true; });
    for (bool changed = true; changed;) {
        changed = false;
        for (const ptx::Instruction& instruction : function.instructions) {
            if (instruction.guard && depends[instruction.guard->predicate])
                return true;
            const bool gives = hands_over(instruction);
            if (instruction.operands.empty() || !(gives || passes_on(instruction)))
                continue;
            bool reads = false;
            for (std::size_t i = gives ? 0 : 1; i < instruction.operands.size(); ++i)
                for_each_register(instruction.operands[i], [&](ptx::RegisterId id) { reads = reads || depends[id]; });
            if (!reads)
                continue;
            if (gives)
                return true;
            for_each_register(instruction.operands[0], [&](ptx::RegisterId id) {
                changed = changed || !depends[id];
                depends[id] = true;
            });
        }
    }
    return false;
}

} // namespace warpstage::simt

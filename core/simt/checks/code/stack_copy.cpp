#include "core/simt/checks/code/stack_copy.h"

#include "core/simt/checks/code/result_use.h"

#include <algorithm>
#include <variant>
#include <vector>

namespace warpstage::simt {

namespace {

const ptx::AddressOperand* address_of(const ptx::Instruction& instruction, std::size_t operand)
{
    return operand < instruction.operands.size() ? std::get_if<ptx::AddressOperand>(&instruction.operands[operand]) : nullptr;
}

// nvcc keeps the address of the stack in registers of these names.
bool is_stack_register(const ptx::Register& one)
{
    return one.name == "%SP" || one.name == "%SPL";
}

bool is_on_stack(const ptx::Function& function, const ptx::Instruction& instruction, const ptx::AddressOperand& address)
{
    if (instruction.has_modifier("local"))
        return true;
    const auto* base = std::get_if<ptx::RegisterId>(&address.base);
    return base != nullptr && is_stack_register(function.registers[*base]);
}

bool is_same(const ptx::AddressOperand& a, const ptx::AddressOperand& b)
{
    return a.base == b.base && a.offset == b.offset;
}

bool reads(const ptx::Instruction& instruction, const std::vector<bool>& copies)
{
    bool any = instruction.guard && copies[instruction.guard->predicate];
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
        const bool is_result = i == 0 && instruction.opcode != ptx::Opcode::st;
        if (!is_result)
            for_each_register(instruction.operands[i], [&](ptx::RegisterId id) { any = any || copies[id]; });
        const ptx::AddressOperand* address = address_of(instruction, i);
        const auto* base = address == nullptr ? nullptr : std::get_if<ptx::RegisterId>(&address->base);
        any = any || (base != nullptr && copies[*base]);
    }
    return any;
}

} // namespace

bool uses_stack(const ptx::Function& function)
{
    return std::ranges::any_of(function.registers, [](const ptx::Register& one) { return is_stack_register(one); });
}

bool is_stack_copy(const ptx::Function& function, std::size_t index)
{
    const ptx::Instruction& load = function.instructions[index];
    const ptx::AddressOperand* from = address_of(load, 1);
    if (load.opcode != ptx::Opcode::ld || from == nullptr)
        return false;
    const bool is_variable = is_on_stack(function, load, *from);
    std::vector<bool> copies(function.registers.size());
    for_each_register(load.operands[0], [&](ptx::RegisterId id) { copies[id] = true; });
    bool is_changed = false;
    bool is_stored = false;
    bool goes_elsewhere = false;
    for (bool more = true; more;) {
        more = false;
        for (const ptx::Instruction& instruction : function.instructions) {
            if (!reads(instruction, copies))
                continue;
            const ptx::AddressOperand* to = instruction.opcode == ptx::Opcode::st ? address_of(instruction, 0) : nullptr;
            const bool moves = instruction.opcode == ptx::Opcode::mov;
            const bool merges = instruction.opcode == ptx::Opcode::and_ || instruction.opcode == ptx::Opcode::or_
                || instruction.opcode == ptx::Opcode::bfi;
            if (to != nullptr) {
                const auto* base = std::get_if<ptx::RegisterId>(&to->base);
                is_stored = true;
                goes_elsewhere = goes_elsewhere || !is_same(*to, *from);
                if ((base != nullptr && copies[*base])
                    || !(is_same(*to, *from) || (is_variable && is_on_stack(function, instruction, *to))))
                    return false;
            } else if ((moves || merges) && !instruction.guard) {
                is_changed = is_changed || merges;
                for_each_register(instruction.operands[0], [&](ptx::RegisterId id) {
                    more = more || !copies[id];
                    copies[id] = true;
                });
            } else {
                return false;
            }
        }
    }
    return is_stored && !(is_changed && goes_elsewhere);
}

} // namespace warpstage::simt

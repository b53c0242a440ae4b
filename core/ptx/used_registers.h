// The registers that an operand names, and those that an instruction writes.
#pragma once

#include "core/ptx/ast.h"

#include <algorithm>
#include <variant>

namespace warpstage::ptx {

// Of an address, its base.
template <typename Function> void for_each_used_register(const Operand& operand, Function&& function)
{
    const auto of_scalar = [&](const ScalarOperand& scalar) {
        if (const auto* one = std::get_if<RegisterOperand>(&scalar))
            function(one->id);
    };
    if (const auto* one = std::get_if<RegisterOperand>(&operand))
        function(one->id);
    if (const auto* address = std::get_if<AddressOperand>(&operand)) {
        if (const auto* base = std::get_if<RegisterId>(&address->base))
            function(*base);
    }
    if (const auto* vector = std::get_if<VectorOperand>(&operand))
        std::ranges::for_each(vector->elements, of_scalar);
    if (const auto* pair = std::get_if<PairOperand>(&operand)) {
        of_scalar(pair->first);
        of_scalar(pair->second);
    }
}

// All results are in the first operand; that of a call may be in any.
template <typename Function> void for_each_written_register(const Instruction& instruction, Function&& function)
{
    const std::size_t results = instruction.opcode == Opcode::call ? instruction.operands.size() : 1;
    for (std::size_t i = 0; i < std::min(results, instruction.operands.size()); ++i) {
        if (!std::holds_alternative<AddressOperand>(instruction.operands[i]))
            for_each_used_register(instruction.operands[i], function);
    }
}

} // namespace warpstage::ptx

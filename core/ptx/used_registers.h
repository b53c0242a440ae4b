// The registers that an operand names.
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

} // namespace warpstage::ptx

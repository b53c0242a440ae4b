// What a kernel's text tells about the use of an instruction's result.
#pragma once

#include "core/ptx/ast.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::simt {

// Calls function(id) for a register, or for each one of a vector or a pair of destinations; not for the base of an address.
template <typename Function> void for_each_register(const ptx::Operand& operand, Function&& function)
{
    const auto visit = [&function](const ptx::ScalarOperand& part) {
        if (const auto* one = std::get_if<ptx::RegisterOperand>(&part))
            function(one->id);
    };
    if (const auto* one = std::get_if<ptx::RegisterOperand>(&operand)) {
        function(one->id);
    } else if (const auto* vector = std::get_if<ptx::VectorOperand>(&operand)) {
        for (const ptx::ScalarOperand& element : vector->elements)
            visit(element);
    } else if (const auto* pair = std::get_if<ptx::PairOperand>(&operand)) {
        visit(pair->first);
        visit(pair->second);
    }
}

// How often the instructions of a function name each of its registers.
class RegisterMentions {
public:
    explicit RegisterMentions(const ptx::Function& function);

    // The first operand of the instruction is its result. Whether no instruction names the result's registers again.
    [[nodiscard]] bool is_result_unused(const ptx::Instruction& instruction) const;

private:
    std::vector<std::uint32_t> m_count; // by register
};

// Whether a branch or a guard depends on the result, as far as it is passed on by moves, conversions, integer arithmetic,
// comparisons and collectives, or whether a function gets it: so the program may wait for a value, as for a flag or a lock.
[[nodiscard]] bool is_result_tested(const ptx::Function& function, std::size_t index);

} // namespace warpstage::simt

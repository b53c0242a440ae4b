// Where a branch of PTX leads.
#pragma once

#include "core/ptx/ast.h"

#include <cstdint>
#include <optional>
#include <variant>

namespace warpstage::ptx {

// Index into Function::instructions, or their number. Nothing: the instruction is no branch to a label.
[[nodiscard]] inline std::optional<std::uint32_t> branch_target(const Instruction& instruction)
{
    if (instruction.opcode != Opcode::bra || instruction.operands.empty())
        return {};
    const auto* label = std::get_if<LabelOperand>(&instruction.operands.front());
    return label == nullptr ? std::nullopt : std::optional { label->target };
}

} // namespace warpstage::ptx

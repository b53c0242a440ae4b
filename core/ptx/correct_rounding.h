// Divisions, reciprocals and roots that are rounded as IEEE 754 defines it.
#pragma once

#include "core/ptx/ast.h"

#include <cstdint>

namespace warpstage::ptx {

// Bytes of an operand of such an instruction of 32 or 64 bits; 0: another instruction.
[[nodiscard]] inline std::uint32_t correctly_rounded_bytes(const Instruction& instruction)
{
    const bool divides =
        instruction.opcode == Opcode::div || instruction.opcode == Opcode::rcp || instruction.opcode == Opcode::sqrt;
    if (!divides || instruction.types.size() != 1 || instruction.has_modifier("approx") || instruction.has_modifier("full"))
        return 0;
    const Type type = instruction.types.front();
    return type == Type::f32 || type == Type::f64 ? size_of(type) : 0;
}

} // namespace warpstage::ptx

// Words of PTX about the order of memory operations (PTX ISA, "Memory Consistency Model").
#pragma once

#include "core/ptx/ast.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace warpstage::ptx {

// volatile, relaxed, acquire or release; atomic operations without a word about order are relaxed.
[[nodiscard]] inline bool is_strong(const Instruction& instruction)
{
    constexpr std::array<std::string_view, 6> kStrong { "volatile", "relaxed", "acquire", "release", "acq_rel", "mmio" };
    return instruction.opcode == Opcode::atom || instruction.opcode == Opcode::red
        || std::ranges::any_of(kStrong, [&](std::string_view modifier) { return instruction.has_modifier(modifier); });
}

// It orders earlier accesses of its thread before it.
[[nodiscard]] inline bool is_release(const Instruction& instruction)
{
    return instruction.has_modifier("release") || instruction.has_modifier("acq_rel");
}

} // namespace warpstage::ptx

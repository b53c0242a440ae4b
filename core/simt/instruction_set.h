// The builds of the hot files, one for each level of the x86-64 processor family, and which of them this processor supports.
// Source of the levels: "x86-64 psABI", section 3.1.1 (micro-architecture levels).
#pragma once

#include <cstdint>
#include <vector>

namespace warpstage::simt {

enum class InstructionSet : std::uint8_t { x86_64, x86_64_v3, x86_64_v4 };

// "x86-64", "x86-64-v3", "x86-64-v4".
[[nodiscard]] const char* name_of(InstructionSet set);

// Builds that this processor supports, slowest first; never empty.
[[nodiscard]] std::vector<InstructionSet> available_instruction_sets();
[[nodiscard]] InstructionSet best_instruction_set();

} // namespace warpstage::simt

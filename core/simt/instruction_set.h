// The builds of the hot files, one for each operator set that CMake selects for the target, and which of them this processor
// supports.
#pragma once

#include "core/simt/processor/processor.h"

#include <cstdint>
#include <vector>

namespace warpstage::simt {

// The rows of operator_sets.inc, which CMake writes.
enum class InstructionSet : std::uint8_t {
#define OPERATOR_SET(id, name, level) id,
#include "core/simt/operator_sets.inc"
#undef OPERATOR_SET
};

// "x86-64", "x86-64-v3", "x86-64-v4"; "WebAssembly SIMD".
[[nodiscard]] const char* name_of(InstructionSet set);

[[nodiscard]] ProcessorLevel level_of(InstructionSet set);

// Builds that this program has and this processor supports, slowest first; never empty.
[[nodiscard]] std::vector<InstructionSet> available_instruction_sets();
[[nodiscard]] InstructionSet best_instruction_set();

} // namespace warpstage::simt

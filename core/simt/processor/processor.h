// What this processor can execute. CMake selects x86.cpp, or any.cpp for all other processors.
#pragma once

#include <cstdint>

namespace warpstage::simt {

// Levels of the x86-64 processor family ("x86-64 psABI", section 3.1.1); any: no requirement.
enum class ProcessorLevel : std::uint8_t { any, x86_64_v3, x86_64_v4 };

[[nodiscard]] bool processor_has(ProcessorLevel level);

} // namespace warpstage::simt

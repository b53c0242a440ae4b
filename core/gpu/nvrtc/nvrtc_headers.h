// Substitutes for headers of the C and C++ standard libraries that kernels in textbooks include. NVRTC has no host headers and
// needs none: printf, assert and the mathematical functions are built in.
#pragma once

#include <span>

namespace warpstage::gpu {

struct StandInHeader {
    const char* name; // name in #include
    const char* text;
};

// Definitions that nvcc includes implicitly and NVRTC does not: integer limits, INFINITY and similar.
inline constexpr const char* kPrelude = "warpstage_prelude.h";

[[nodiscard]] std::span<const StandInHeader> stand_in_headers();

} // namespace warpstage::gpu

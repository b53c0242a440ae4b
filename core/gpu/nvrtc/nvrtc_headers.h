// Stand-ins for the headers of the C and C++ standard libraries that kernels in textbooks include. NVRTC knows no header of the
// host, and needs none: printf, assert and the mathematical functions are part of it.
#pragma once

#include <span>

namespace warpstage::gpu {

struct StandInHeader {
    const char* name; // as #include names it
    const char* text;
};

// What nvcc puts before every file and NVRTC does not: the limits of integers, INFINITY and the like.
inline constexpr const char* kPrelude = "warpstage_prelude.h";

[[nodiscard]] std::span<const StandInHeader> stand_in_headers();

} // namespace warpstage::gpu

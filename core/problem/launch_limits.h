// Launch limits of every GPU (CUDA C++ Programming Guide, "Compute Capabilities", technical specifications).
#pragma once

#include "core/base/dim3.h"

#include <cstdint>

namespace warpstage::problem {

inline constexpr Dim3 kMaxGrid { 0x7fff'ffff, 65535, 65535 };
inline constexpr Dim3 kMaxBlock { 1024, 1024, 64 };
inline constexpr std::uint32_t kMaxThreads = 1024; // of a block
inline constexpr std::int64_t kMaxShared = 227 * 1024; // bytes per block; older GPUs have less

} // namespace warpstage::problem

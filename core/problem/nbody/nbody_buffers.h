// Buffer indices of an n-body plan.
#pragma once

#include "core/problem/plan.h"

#include <vector>

namespace warpstage::problem {

// In this order. The remaining ones exist only in space or for packed positions, the last two only for a check.
enum NbodyBuffer : BufferIndex { kX, kY, kVx, kVy, kAx, kAy, kZ, kVz, kAz };
inline constexpr BufferIndex kPositions = 6; // with kind = packed

[[nodiscard]] inline bool in_space(const Plan& plan)
{
    return std::get<ParticleScene>(plan.scene).z.has_value();
}

// What moves.
[[nodiscard]] inline std::vector<BufferIndex> state_of(const Plan& plan)
{
    return in_space(plan) ? std::vector<BufferIndex> { kX, kY, kVx, kVy, kZ, kVz }
                          : std::vector<BufferIndex> { kX, kY, kVx, kVy };
}

} // namespace warpstage::problem

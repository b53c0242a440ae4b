// The first wrong body of a failed check of the n-body problem.
#pragma once

#include "core/problem/difference.h"
#include "core/problem/nbody/nbody_reference.h"

#include <optional>

namespace warpstage::problem {

// The first number of the first body that differs from `expected` by more than the tolerance: a position relative to `radius`, a
// velocity relative to the largest speed. The buffer is "x", "y", "vx", "vy", "z" or "vz". Empty if all are within the tolerance.
[[nodiscard]] std::optional<Difference> first_difference(
    const Bodies& bodies, const Bodies& expected, double radius, double tolerance);
[[nodiscard]] std::optional<Difference> first_difference(
    const SpaceBodies& bodies, const SpaceBodies& expected, double radius, double tolerance);

} // namespace warpstage::problem

// Which body went astray first, where a check of the n-body problem failed.
#pragma once

#include "core/problem/difference.h"
#include "core/problem/nbody/nbody_reference.h"

#include <optional>

namespace warpstage::problem {

// The first body, and of it the first number, that is further from `expected` than a check lets pass: of a position as a part of
// `radius`, of a velocity as a part of the largest speed. The buffer is "x", "y", "vx", "vy", "z" or "vz". Nothing where all are
// near enough.
[[nodiscard]] std::optional<Difference> first_difference(
    const Bodies& bodies, const Bodies& expected, double radius, double tolerance);
[[nodiscard]] std::optional<Difference> first_difference(
    const SpaceBodies& bodies, const SpaceBodies& expected, double radius, double tolerance);

} // namespace warpstage::problem

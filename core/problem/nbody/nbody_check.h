// Whether bodies went where they had to: each step of a recorded trajectory against the reference, or the end of a run.
#pragma once

#include "core/problem/nbody/nbody_reference.h"
#include "core/problem/plan.h"
#include "core/problem/problem.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::problem {

// Where the bodies start.
[[nodiscard]] Bodies start_of(const Plan& plan);

// What a check needs besides: room for the states after so many steps, and the work that appends one of them in each step.
void add_trajectory(Plan& plan, std::uint32_t steps);
[[nodiscard]] bool has_trajectory(const Plan& plan);

// Each state of the trajectory against a step of the reference from the state before it.
[[nodiscard]] CheckOutcome check_every_step(
    const Plan& plan, const std::vector<std::vector<std::byte>>& contents, std::uint32_t steps, double tau);
// The positions after the last step alone, in the plane.
[[nodiscard]] CheckOutcome check_end(
    const Plan& plan, const std::vector<std::vector<std::byte>>& contents, std::uint32_t steps, double tau);

} // namespace warpstage::problem

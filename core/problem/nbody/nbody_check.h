// Checks bodies: each step of a recorded trajectory against the reference, or the end of a run.
#pragma once

#include "core/problem/nbody/nbody_reference.h"
#include "core/problem/plan.h"
#include "core/problem/problem.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::problem {

// Initial state of the bodies.
[[nodiscard]] Bodies start_of(const Plan& plan);

// Additional data of a check: space for the states after the given number of steps, and the work that appends one in each step.
void add_trajectory(Plan& plan, std::uint32_t steps);
[[nodiscard]] bool has_trajectory(const Plan& plan);

// Compares each state of the trajectory with a reference step from the previous state.
[[nodiscard]] CheckOutcome check_every_step(
    const Plan& plan, const std::vector<std::vector<std::byte>>& contents, std::uint32_t steps, double tau);
// Compares only the positions after the last step, in the plane.
[[nodiscard]] CheckOutcome check_end(
    const Plan& plan, const std::vector<std::vector<std::byte>>& contents, std::uint32_t steps, double tau);

} // namespace warpstage::problem

// Several time steps of an n-body simulation as one, as in the lecture's program: optionally with the copies of whole
// trajectories to and from the GPU.
#pragma once

#include "core/base/result.h"
#include "core/problem/plan.h"

#include <cstdint>

namespace warpstage::problem {

enum class Copies : std::uint8_t { none, both };

struct Run {
    std::uint32_t steps = 1; // NT = 10 in the lectures means 9, because the loop starts at 1
    Copies copies = Copies::none;
};

// A plan that runs several time steps as one. With copies: `steps` + 1 positions and one velocity per body are copied in from
// pageable memory, and the positions are copied back. Errors: the plan has no bodies.
[[nodiscard]] Result<Plan> plan_of_run(Plan plan, const Run& run);

} // namespace warpstage::problem

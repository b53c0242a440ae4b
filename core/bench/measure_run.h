// Several time steps of bodies as one measurement, as the lecture's program times them: with the copies of whole trajectories to
// and from the GPU, where these are wanted.
#pragma once

#include "core/bench/measure_variant.h"
#include "core/problem/plan.h"

#include <cstdint>

namespace warpstage::bench {

enum class Copies : std::uint8_t { none, both };

struct Run {
    std::uint32_t steps = 1; // the lecture's NT = 10 are 9: its loop begins at 1
    Copies copies = Copies::none;
};

// The time steps of a plan as one step. With copies: `steps` + 1 positions of each body and one velocity go in from pageable
// memory, and the positions come back. Errors: the plan moves no bodies.
[[nodiscard]] Result<problem::Plan> plan_of_run(problem::Plan plan, const Run& run);

// measure_variant() of such a plan. Of a variant on the host the same steps are timed, which need no copies.
[[nodiscard]] Result<MeasuredVariant> measure_run(engine::Engine& engine, const lesson::Lesson& lesson,
    const problem::Variant& variant, const problem::Settings& settings, const Run& run, const engine::SeriesRequest& request,
    Checking checking);

} // namespace warpstage::bench

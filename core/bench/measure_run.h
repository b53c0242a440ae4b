// Several time steps of an n-body simulation as one measurement.
#pragma once

#include "core/bench/measure_variant.h"
#include "core/problem/plan_of_run.h"

namespace warpstage::bench {

// " steps=9 copies=both"; empty for one step without copies.
[[nodiscard]] std::string words_of(const problem::Run& run);

// measure_variant() with the plan of the run. For a variant on the host the same time steps are measured, without copies.
[[nodiscard]] Result<MeasuredVariant> measure_run(engine::Engine& engine, const lesson::Lesson& lesson,
    const problem::Variant& variant, const problem::Settings& settings, const problem::Run& run,
    const engine::SeriesRequest& request, Checking checking);

} // namespace warpstage::bench

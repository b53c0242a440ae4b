// Whether a variant computes what it should: its check plan on an engine, against the problem's reference.
#pragma once

#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/lesson/lesson.h"
#include "core/problem/problem.h"

namespace warpstage::bench {

// Whether the setting `hazard` of the variant announces a race.
[[nodiscard]] bool shows_race(const problem::Variant& variant);

// The engine must have loaded the lesson. A kernel that does wrong is a failed check whose sentence is the fault's, unless the
// variant is there to show that fault.
[[nodiscard]] Result<problem::CheckOutcome> check_variant(
    engine::Engine& engine, const lesson::Lesson& lesson, const problem::Variant& variant, const problem::Settings& settings);

} // namespace warpstage::bench

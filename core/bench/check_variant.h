// Whether a variant computes what it should: its check plan on an engine, against the problem's reference.
#pragma once

#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/lesson/lesson.h"
#include "core/problem/problem.h"

#include <cstdint>

namespace warpstage::bench {

// Whether a variant that is there to show a fault must end with it. Where nobody looks for the fault, as on a GPU, it may end with a
// wrong result instead.
enum class Fault : std::uint8_t { optional, required };

// The engine must have loaded the lesson. A kernel that does wrong is a failed check whose sentence is the fault's, unless the
// variant is there to show that fault: then it passes with it, and, where it is required, fails without.
[[nodiscard]] Result<problem::CheckOutcome> check_variant(
    engine::Engine& engine, const lesson::Lesson& lesson, const problem::Variant& variant, const problem::Settings& settings,
    Fault fault = Fault::optional);

} // namespace warpstage::bench

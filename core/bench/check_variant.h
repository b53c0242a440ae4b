// Runs the check plan of a variant on an engine and compares the result with the problem's reference.
#pragma once

#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/lesson/lesson.h"
#include "core/problem/problem.h"

#include <cstdint>

namespace warpstage::bench {

// Whether a variant that demonstrates a fault must end with it. Without checks for the fault, for example on a GPU, it may end
// with a wrong result instead.
enum class Fault : std::uint8_t { optional, required };

struct VariantCheck : problem::CheckOutcome {
    bool has_fault = false; // a fault that the variant does not demonstrate ended it: there is no result
};

// The engine must have loaded the lesson. A kernel that ends with a fault fails the check with the fault's message, unless the
// variant demonstrates that fault: then it passes with the fault and, if the fault is required, fails without it.
[[nodiscard]] Result<VariantCheck> check_variant(engine::Engine& engine, const lesson::Lesson& lesson,
    const problem::Variant& variant, const problem::Settings& settings, Fault fault = Fault::optional);

} // namespace warpstage::bench

// Measures a variant: runs it repeatedly and summarizes the time of one run.
#pragma once

#include "core/bench/measured_variant.h"
#include "core/engine/engine.h"
#include "core/engine/limits/limits.h"
#include "core/engine/series.h"
#include "core/lesson/lesson.h"

#include <cstdint>
#include <optional>
#include <string>

namespace warpstage::bench {

enum class Checking : std::uint8_t { checked, unchecked };

// The line of an unmeasured variant: lesson, name and parameters.
[[nodiscard]] MeasuredVariant line_for(const lesson::Lesson& lesson, std::string variant, const problem::Settings& settings);

// The engine must have loaded the lesson. If a variant cannot run with these settings or on this device, the line states the
// reason; an Error means that the engine has become unusable. `limits`: of this device; null if unknown.
[[nodiscard]] Result<MeasuredVariant> measure_variant(engine::Engine& engine, const lesson::Lesson& lesson,
    const problem::Variant& variant, const problem::Settings& settings, engine::SeriesRequest request, Checking checking,
    const engine::Limits* limits = nullptr);

// The line of NVIDIA's library, which computes the same as the lesson's first variant for which it has a function: variant
// "cuBLAS sgemm" or "CUB Sum". Nothing if there is no such function, no GPU or no library.
[[nodiscard]] Result<std::optional<MeasuredVariant>> measure_library(engine::Engine& engine, const lesson::Lesson& lesson,
    const problem::Settings& settings, engine::SeriesRequest request, Checking checking, const engine::Limits* limits = nullptr);

} // namespace warpstage::bench

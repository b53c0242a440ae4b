// Runs a variant many times and says how long a step takes.
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

// The line of a variant that has not been measured: its lesson, its name and its parameters.
[[nodiscard]] MeasuredVariant line_for(const lesson::Lesson& lesson, std::string variant, const problem::Settings& settings);

// The engine must have loaded the lesson. A variant that cannot run with these settings, or on this machine, is a line that says
// why; an Error is for an engine that is unusable from then on.
// `limits`: of this machine; null where none are claimed.
[[nodiscard]] Result<MeasuredVariant> measure_variant(engine::Engine& engine, const lesson::Lesson& lesson,
    const problem::Variant& variant, const problem::Settings& settings, engine::SeriesRequest request, Checking checking,
    const engine::Limits* limits = nullptr);

// The line of NVIDIA's library, which computes what the lesson's first variant that it has a function for does: variant "cuBLAS
// sgemm" or "CUB Sum". Nothing where there is no such function, no GPU or no library.
[[nodiscard]] Result<std::optional<MeasuredVariant>> measure_library(engine::Engine& engine, const lesson::Lesson& lesson,
    const problem::Settings& settings, engine::SeriesRequest request, Checking checking, const engine::Limits* limits = nullptr);

} // namespace warpstage::bench

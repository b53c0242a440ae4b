// Searches the values of a variant's tunable parameters with the shortest time on an engine.
#pragma once

#include "core/bench/measure_variant.h"
#include "core/bench/measured_variant.h"
#include "core/engine/engine.h"
#include "core/engine/series.h"
#include "core/lesson/lesson.h"
#include "core/lesson/measured/tuned.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace warpstage::bench {

struct TuneRequest {
    engine::SeriesRequest first; // for every combination
    engine::SeriesRequest second; // for the best ones, measured again
    std::size_t finalists = 3;
    std::size_t most = 1024; // combinations
    const engine::Limits* limits = nullptr;
    // Estimates the time of a combination, for an engine whose times are emulated. Empty: times are measured.
    std::function<MeasuredVariant(const problem::Settings&)> estimate {};
    std::function<void(std::size_t tried, std::size_t total)> progress {};
};

struct Candidate {
    lesson::ParameterValues values; // values of the searched parameters
    problem::Settings settings;
    MeasuredVariant line; // without a time if this device cannot run it; the remark has the reason
};

struct TuneResult {
    std::vector<Candidate> candidates; // the fastest correct one first, then the other finalists, then all others by time
    std::size_t impossible = 0; // number of invalid combinations
    std::string checked_with; // "n=2048": the size at which finalists were verified
};

// The parameters to search: tunable, with choices, not in `fixed`, and relevant for this variant's plan; each with its choices
// and the value in `settings`.
struct SearchedParameter {
    std::string id;
    std::vector<std::string> values;
};
[[nodiscard]] std::vector<SearchedParameter> searched_parameters(const lesson::Lesson& lesson, const problem::Variant& variant,
    const problem::Settings& settings, const std::set<std::string, std::less<>>& fixed);

// The engine must have loaded the lesson. Errors: nothing to search, too many combinations, no combination ran with a correct
// result; the engine has become unusable.
[[nodiscard]] Result<TuneResult> tune(engine::Engine& engine, const lesson::Lesson& lesson, const problem::Variant& variant,
    const problem::Settings& settings, const std::set<std::string, std::less<>>& fixed, const TuneRequest& request);

// The part of a result to store: the values of its first candidate.
[[nodiscard]] lesson::TunedVariant tuned_variant(
    const TuneResult& result, const lesson::Lesson& lesson, const problem::Variant& variant, const engine::Description& machine);

enum class TimeKind : std::uint8_t { measured, estimated };

// Table "bodies slices median ..." for a terminal; estimates have no spread.
[[nodiscard]] std::string to_table(const TuneResult& result, TimeKind kind = TimeKind::measured);

} // namespace warpstage::bench

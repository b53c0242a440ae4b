// Searches the values of a variant's tunable parameters that make it fastest on an engine.
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
    engine::SeriesRequest first; // of every combination
    engine::SeriesRequest second; // of the best ones once more
    std::size_t finalists = 3;
    std::size_t most = 1024; // combinations
    const engine::Limits* limits = nullptr;
    // Times of combinations in place of measured ones, where the engine's own say nothing: estimates. Empty: measured.
    std::function<MeasuredVariant(const problem::Settings&)> estimate {};
    std::function<void(std::size_t tried, std::size_t total)> progress {};
};

struct Candidate {
    lesson::ParameterValues values; // of the parameters that were searched
    problem::Settings settings;
    MeasuredVariant line; // without a time where this machine cannot run it: the remark says why
};

struct TuneResult {
    std::vector<Candidate> candidates; // the fastest right one first, then the other finalists, then all others by their time
    std::size_t impossible = 0; // combinations that do not fit together
    std::string checked_with; // "n=2048": the size at which finalists were checked
};

// The parameters that are searched: tunable, with choices, not in `said`, and of which this variant's plan depends; each with its
// choices and the value in `settings`.
struct SearchedParameter {
    std::string id;
    std::vector<std::string> values;
};
[[nodiscard]] std::vector<SearchedParameter> searched_parameters(const lesson::Lesson& lesson, const problem::Variant& variant,
    const problem::Settings& settings, const std::set<std::string, std::less<>>& said);

// The engine must have loaded the lesson. Errors: nothing to search, too many combinations, none of them ran or was right; an
// engine that is unusable from then on.
[[nodiscard]] Result<TuneResult> tune(engine::Engine& engine, const lesson::Lesson& lesson, const problem::Variant& variant,
    const problem::Settings& settings, const std::set<std::string, std::less<>>& said, const TuneRequest& request);

// What is worth keeping of a result: the values of its first candidate.
[[nodiscard]] lesson::TunedVariant tuned_variant(
    const TuneResult& result, const lesson::Lesson& lesson, const problem::Variant& variant, const engine::Description& machine);

enum class TimeKind : std::uint8_t { measured, estimated };

// "bodies  slices   median  ..." for a terminal; estimates have no spread.
[[nodiscard]] std::string to_table(const TuneResult& result, TimeKind kind = TimeKind::measured);

} // namespace warpstage::bench

// Two variants over all launches of a time step: for each count two bars, both values, and in large type the factor between them.
#pragma once

#include "app/views/drawing.h"
#include "app/views/timings/bars_figure.h"

namespace warpstage::views {

struct StepBarRow {
    std::string name; // "Requests to global memory"
    std::optional<double> left; // empty: unknown
    std::optional<double> right;
    std::string unit; // "s": a time; "": a count
    Better better = Better::less;
    std::optional<Tip> tip {};
};

struct StepBarsInput {
    std::string left; // name of the variant
    std::string right;
    std::string subtitle; // "CC 9.0 · all blocks of 2 launches"
    std::vector<StepBarRow> rows; // most important first; the last ones are omitted if space is limited
    std::string waiting; // why values are missing; empty: no value is missing
};

// "÷256", "×4.0", "same"; empty if a value is missing or the divisor is 0.
[[nodiscard]] std::string ratio_words(std::optional<double> left, std::optional<double> right);

// Minimum and maximum height for this many rows at this width.
[[nodiscard]] float min_step_bars_height(const StepBarsInput& input, float width, const Style& style);
[[nodiscard]] float full_step_bars_height(const StepBarsInput& input, float width, const Style& style);

[[nodiscard]] DrawList step_bars_figure(const StepBarsInput& input, Size size, const Style& style);

} // namespace warpstage::views

// Two variants over a whole time step: for each figure two bars, both values, and in large type how many times fewer or more.
#pragma once

#include "app/views/drawing.h"
#include "app/views/timings/bars_figure.h"

namespace warpstage::views {

struct StepBarRow {
    std::string name; // "Requests to global memory"
    std::optional<double> left; // nothing: not known
    std::optional<double> right;
    std::string unit; // "s": a time; "": a count
    Better better = Better::less;
    std::optional<Tip> tip {};
};

struct StepBarsInput {
    std::string left; // name of the variant
    std::string right;
    std::string subtitle; // "CC 9.0 · all blocks of 2 launches"
    std::vector<StepBarRow> rows; // the most important first: the last ones go where room is short
    std::string waiting; // why values are missing; empty: none is
};

// "÷256", "×4.0", "same"; empty where one of them is missing or there is nothing to divide by.
[[nodiscard]] std::string ratio_words(std::optional<double> left, std::optional<double> right);

// Height that so many rows need in this width, at least and at most.
[[nodiscard]] float least_step_bars_height(const StepBarsInput& input, float width, const Style& style);
[[nodiscard]] float full_step_bars_height(const StepBarsInput& input, float width, const Style& style);

[[nodiscard]] DrawList step_bars_figure(const StepBarsInput& input, Size size, const Style& style);

} // namespace warpstage::views

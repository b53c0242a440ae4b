// Two variants side by side: one row per metric with both values, their difference, and a pair of small bars.
#pragma once

#include "app/views/drawing.h"
#include "app/views/timings/bars_figure.h"

namespace warpstage::views {

struct ComparisonRow {
    std::string metric; // "sectors", "smsp__inst_executed.sum"
    double left = 0.0;
    double right = 0.0;
    std::string unit; // "": a plain number; "s": a time; else as in value_words()
    Better better = Better::less;
    std::optional<Tip> tip {}; // of the row
};

struct ComparisonInput {
    std::string left; // name of the variant
    std::string right;
    std::vector<ComparisonRow> rows;
    std::string subtitle;
    bool right_is_slower = false; // then no count of the right one is marked as better
};

// Equal, or too little different to be written as a difference.
[[nodiscard]] bool is_same(double left, double right);

[[nodiscard]] DrawList comparison_figure(const ComparisonInput& input, Size size, const Style& style);

// "−75 %", "+12.5 %", "4.0×", "same"; a dash if a division is impossible.
[[nodiscard]] std::string difference_words(double left, double right);

} // namespace warpstage::views

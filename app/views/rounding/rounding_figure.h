// Rounding errors of a launch: the elements of its result by their error, and the source lines where the error arises.
#pragma once

#include "app/views/drawing.h"
#include "core/analysis/recording/rounding_errors.h"

namespace warpstage::views {

struct RoundingInput {
    const analysis::RoundingErrors* errors = nullptr; // null: not requested
    const std::vector<std::string>* source = nullptr; // of the kernels; element 0 is line 1; null: unknown
};

// The number of elements for each range of errors, or the element if there is only one, and below it a bar for each source line.
[[nodiscard]] DrawList rounding_figure(const RoundingInput& input, Size size, const Style& style);

// What follows from the errors, the most important sentence first.
[[nodiscard]] std::vector<std::string> conclusions_of(const analysis::RoundingErrors& errors);

// The same with the lines as a table, for a terminal.
[[nodiscard]] std::string rounding_text(const RoundingInput& input);

// "0.4", "512", "4 096": an error in units of the last place.
[[nodiscard]] std::string ulp_words(double ulp);

} // namespace warpstage::views

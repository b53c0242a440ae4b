// Lines of code for display: without tabs and common indentation; the chosen line is always shown completely.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

[[nodiscard]] std::string without_tabs(std::string_view line);
// The words of a comment at the end are replaced by an ellipsis: "x = 1;  // …".
[[nodiscard]] std::string without_words(std::string line);
// Spaces at the beginning of all lines.
[[nodiscard]] std::size_t common_indent(const std::vector<std::string>& lines);

// A line of code in rows of at most `characters`: in one row if it fits, else without the comment at its end, else with less
// indentation, else continued on the next row after a comma, a space or an operator.
[[nodiscard]] std::vector<std::string> wrap_code(const std::string& line, std::size_t characters);

// Code in the color, with a dimmed comment at its end; cut at the right if it does not fit.
void draw_code(Canvas& canvas, const std::string& line, Point at, float size, float room, Color color);

} // namespace warpstage::views

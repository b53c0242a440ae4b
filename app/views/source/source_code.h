// Lines of code as they are shown: without tabs, without the indentation that they share, and the chosen one never cut.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

[[nodiscard]] std::string without_tabs(std::string_view line);
// Spaces that all lines begin with.
[[nodiscard]] std::size_t common_indent(const std::vector<std::string>& lines);

// A line of code in rows of at most `characters`: whole where it fits, else without the comment at its end, else with less
// indentation, else behind a comma, a space or an operator on the next row.
[[nodiscard]] std::vector<std::string> wrap_code(const std::string& line, std::size_t characters);

// Code in the color, a comment at its end paler; what has no room is cut.
void draw_code(Canvas& canvas, const std::string& line, Point at, float size, float room, Color color);

} // namespace warpstage::views

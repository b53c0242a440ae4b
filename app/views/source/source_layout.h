// Which lines of the source are shown, in how many rows, and which columns fit beside them.
#pragma once

#include "app/views/source/source_columns.h"
#include "app/views/source/source_figure.h"

namespace warpstage::views {

struct ColumnPlace {
    const SourceColumn* column; // never null
    float right; // right end of its numbers
    float width;
};

struct SourceFrame {
    float top = 0.0F;
    float pitch = 0.0F;
    float size = 0.0F; // of the code
    float number_right = 0.0F; // of the lines' numbers
    float code_left = 0.0F;
    float code_right = 0.0F;
    std::vector<ColumnPlace> columns; // from left to right
    std::uint32_t first = 1; // line
    std::uint32_t count = 0; // of lines
    std::uint32_t chosen = 0;
    std::vector<std::string> code; // without the lines' common indentation
    std::vector<std::vector<std::string>> rows; // of each line

    [[nodiscard]] std::size_t rows_of(std::uint32_t line) const { return rows.at(line - first).size(); }
};

[[nodiscard]] SourceFrame source_frame(const SourceInput& input, Size size, const Style& style);

// Width of the code in the frame.
[[nodiscard]] float room_for_code(const SourceFrame& frame, const Style& style);
// Null: the line was not executed, or nothing is recorded.
[[nodiscard]] const analysis::LineReport* report_of(const SourceInput& input, std::uint32_t line);

} // namespace warpstage::views

// Instructions of a kernel, one below the other, for the column beside the source: PTX or machine code.
#pragma once

#include "app/views/drawing.h"
#include "core/session/command.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::views {

struct InstructionRow {
    std::string text;
    std::uint32_t line = 0; // of the CUDA source; 0: none
    bool ran = true; // else dimmed
    std::optional<session::Command> action; // of a click; empty: it chooses the line
    std::array<std::string, 2> numbers {}; // in columns at the right; empty: none
    std::string mark {}; // at the right, in place of numbers: the difference to the other column
};

struct InstructionColumn {
    std::string title;
    std::string subtitle {};
    std::array<std::string_view, 2> headings {}; // headings of the numbers; empty: no numbers
    std::vector<InstructionRow> rows {};
    std::uint32_t chosen = 0; // line whose instructions are highlighted; 0: none
    std::optional<std::size_t> executed {}; // index into rows: the current instruction
    std::int32_t scroll = 0; // scroll offset in rows
    std::string sentence {}; // below the rows
    std::string nothing {}; // shown if there are no rows
};

[[nodiscard]] DrawList instruction_column(const InstructionColumn& input, Size size, const Style& style);

} // namespace warpstage::views

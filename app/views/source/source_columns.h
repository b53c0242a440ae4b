// The columns of numbers beside the source lines: what each shows, and which of them a kernel fills.
#pragma once

#include "app/views/drawing.h"
#include "core/analysis/kernel_report.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpstage::views {

using ColorOf = Color Palette::*(const analysis::Counters& of_line, std::uint32_t warp_width);

struct SourceColumn {
    std::string_view name;
    std::string (*words)(const analysis::Counters& of_line);
    // The line's share of the kernel's total, 0 to 1.
    double (*heat)(const analysis::Counters& of_line, const analysis::Counters& total);
    ColorOf* color; // color of a highlighted number; null: not highlighted
};
// Whether its numbers are what exceeds the ideal.
[[nodiscard]] bool shows_excess(const SourceColumn& column);

using SourceColumns = std::vector<const SourceColumn*>; // never null; from left to right

// From most columns to least, for the first combination that fits beside the code; without columns in which no line has a value.
[[nodiscard]] std::vector<SourceColumns> column_choices(const analysis::KernelReport& report);

// An integer without decimals: "2", else "3.9". Empty if there was no request.
[[nodiscard]] std::string per_request(std::uint64_t total, std::uint64_t requests);

} // namespace warpstage::views

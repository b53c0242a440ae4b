// The kernel's source with what each line cost when it ran.
#pragma once

#include "app/views/drawing.h"
#include "core/analysis/kernel_report.h"

namespace warpstage::views {

struct SourceInput {
    const std::vector<std::string>* lines = nullptr; // element 0 is line 1; null: no source
    const analysis::KernelReport* report = nullptr; // null: nothing recorded, lines carry no numbers
    std::uint32_t chosen = 0; // 0: the line where to look first
    std::uint32_t kernel = 0; // where it begins, which is shown until it is recorded; 0: not known
    std::uint32_t stopped = 0; // line of a fault; 0: none
    std::uint32_t executed = 0; // line of the instruction just executed; 0: none
    bool follows = true; // that line is always in sight; else it is marked where it happens to be
    std::vector<std::uint32_t> changed; // lines that the variant shown before did not have; ascending
    std::uint32_t first = 0; // line to begin with; 0: as suits the executed lines
    std::int32_t scroll = 0; // lines further down than would be shown
    std::string file = "kernels.cu";
    bool host = false; // host.cu: its lines are not those that a click chooses; few rows begin at `kernel`, not at `first`
    bool hall = false; // for the last row of a hall: larger where there are few lines, without columns
    bool line_numbers = false; // what the chosen line cost, above the code where there are no columns
};

// A click on a line chooses it.
[[nodiscard]] DrawList source_figure(const SourceInput& input, Size size, const Style& style);

} // namespace warpstage::views

// The kernel's source with the cost of each executed line.
#pragma once

#include "app/views/drawing.h"
#include "core/analysis/kernel_report.h"

namespace warpstage::views {

struct SourceInput {
    const std::vector<std::string>* lines = nullptr; // element 0 is line 1; null: no source
    const analysis::KernelReport* report = nullptr; // null: no recording, lines have no numbers
    std::uint32_t chosen = 0; // 0: the most relevant line
    std::uint32_t kernel = 0; // its first line, which is shown until there is a recording; 0: unknown
    std::uint32_t stopped = 0; // line of a fault; 0: none
    std::uint32_t executed = 0; // line of the current instruction; 0: none
    bool follows = true; // that line is always visible; else it is marked only if it is visible
    std::vector<std::uint32_t> changed; // lines that the previously shown variant does not have; ascending
    std::uint32_t first = 0; // first shown line; 0: chosen by the executed lines
    std::int32_t scroll = 0; // scroll offset in lines
    std::string file = "kernels.cu";
    bool host = false; // host.cu: a click does not choose its lines; with few rows it begins at `kernel`, not at `first`
    bool comments_hidden = false; // while a question is open, because they may answer it
    bool hall = false; // hall mode: larger if there are few lines, without columns
    bool line_numbers = false; // the cost of the chosen line, above the code if there are no columns
};

// A click on a line chooses it.
[[nodiscard]] DrawList source_figure(const SourceInput& input, Size size, const Style& style);

} // namespace warpstage::views

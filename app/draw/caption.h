// The caption of a figure on a slide: kernel, access, compute capability, sizes, numbers, and their source.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"

namespace warpstage::draw {

struct CaptionInput {
    std::string kernel; // "reduce2"
    std::uint32_t line = 0; // of its source; 0: the figure is not about a single line
    std::string code; // text of that line
    std::vector<std::string> what; // "load", "block 0", "warp 3", "CC 9.0", "n = 1024": in this order
    std::vector<std::string> numbers; // "8 wavefronts", "ideal 1", "excess 7"
    std::string source; // "computed from a run on the virtual machine"
};

// Each of the lists takes at most two lines.
[[nodiscard]] DrawList caption_figure(const CaptionInput& input, Size size, const Style& style);
[[nodiscard]] float caption_height(const CaptionInput& input, float width, const Style& style);

// In one line, for the description of a file.
[[nodiscard]] std::string caption_words(const CaptionInput& input);

} // namespace warpstage::draw

// Machine instructions per operation by pipe: one square for each instruction, how many lanes the pipe executes per cycle, and
// the resulting cycles. Two variants are drawn one above the other with squares of equal size.
#pragma once

#include "app/views/drawing.h"
#include "core/timing/instruction_mix.h"

namespace warpstage::views {

struct PipesSide {
    std::string name; // of the variant
    timing::InstructionMix mix;
};

struct PipesInput {
    std::vector<PipesSide> sides; // the current variant first
    std::string architecture; // "CC 9.0"
};

// "9 PTX instructions, 27 machine instructions per operation", from the longest text to the shortest.
[[nodiscard]] std::vector<std::string> mix_headline(const timing::InstructionMix& mix);

// Operations of the lesson in each thread of the recorded launch; 0: unknown.
[[nodiscard]] double operations_per_thread(const session::Snapshot& model);

[[nodiscard]] DrawList pipes_figure(const PipesInput& input, Size size, const Style& style);

} // namespace warpstage::views

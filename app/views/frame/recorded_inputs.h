// Labels of a recorded block, used by the stage's panels and by exported figures.
#pragma once

#include "app/views/drawing.h"
#include "core/session/snapshot.h"

namespace warpstage::views {

// "load", "store" or "atomic": shorter than the instruction, and sufficient to tell the cost of a request.
[[nodiscard]] std::string_view operation_of(simt::AccessKind kind);

// " · first 24 %" of a run that was too long to be recorded completely; else empty.
[[nodiscard]] std::string recorded_part_words(const trace::Trace& trace);
// "warps of 2 lanes, virtual machine only"; empty for 32 lanes, the warp size of every GPU.
[[nodiscard]] std::string warp_width_words(std::uint32_t lanes);

} // namespace warpstage::views

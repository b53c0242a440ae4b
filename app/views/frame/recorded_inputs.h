// Words about a recorded block: the same in the stage's panels and on a figure of its own.
#pragma once

#include "app/views/drawing.h"
#include "core/session/snapshot.h"

namespace warpstage::views {

// "load", "store" or "atomic": shorter than the instruction, and what a request's cost depends on.
[[nodiscard]] std::string_view operation_of(simt::AccessKind kind);

// " · first 24 %" of a run that was too long to be recorded as a whole; else empty.
[[nodiscard]] std::string recorded_part_words(const trace::Trace& trace);
// "warps of 2 lanes, virtual machine only": every GPU has warps of 32, for which this is empty.
[[nodiscard]] std::string warp_width_words(std::uint32_t lanes);

} // namespace warpstage::views

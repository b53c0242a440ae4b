// The inputs of figures from a recorded block: the same for the stage's panels and for a figure of its own.
#pragma once

#include "app/views/banks/banks_figure.h"
#include "app/views/lanes/lanes_figure.h"
#include "app/views/sectors/sectors_figure.h"
#include "core/session/snapshot.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::views {

// "load", "store" or "atomic": shorter than the instruction, and what a request's cost depends on.
[[nodiscard]] std::string_view operation_of(simt::AccessKind kind);

// Of an access to shared memory. The architecture's name is left to whoever writes it.
[[nodiscard]] BanksInput banks_input(const session::ChosenAccess& chosen, const arch::Traits& traits, std::uint32_t warp_width);

// Of an access to global memory.
[[nodiscard]] SectorsInput sectors_input(
    const session::ChosenAccess& chosen, const arch::Traits& traits, std::uint32_t warp_width);

// Refers to the recording's trace.
[[nodiscard]] LanesInput lanes_input(const session::Recording& recording, std::uint32_t warp);

// " · first 24 %" of a run that was too long to be recorded as a whole; else empty.
[[nodiscard]] std::string recorded_part_words(const trace::Trace& trace);

// Line 1 is element 0; without the blanks around it; empty where there is none.
[[nodiscard]] std::string source_line(const std::vector<std::string>& lines, std::uint32_t line);

} // namespace warpstage::views

// One phase of a request: lanes on top, banks below, a wire from each lane to its word, words of one bank stacked.
#pragma once

#include "app/draw/canvas.h"
#include "app/views/drawing.h"
#include "core/arch/shared_banks.h"
#include "core/base/lane_mask.h"

#include <cstdint>

namespace warpstage::views {

struct LaneRange {
    unsigned first = 0;
    unsigned count = 32;
};

// Of the lanes in `marked` alone wires and cells stand out; empty: all are alike. A click on a bank marks the lanes that access
// it.
void draw_bank_phase(
    Canvas& canvas, const arch::BankPhase& phase, LaneRange lanes, std::uint32_t banks, LaneMask marked, Rect area);

} // namespace warpstage::views

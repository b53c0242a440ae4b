// One phase of a request: lanes on top, banks below, a wire from each lane to its word, words of one bank stacked.
#pragma once

#include "app/figure/canvas.h"
#include "core/arch/shared_banks.h"

#include <cstdint>

namespace warpstage::figure {

struct LaneRange {
    unsigned first = 0;
    unsigned count = 32;
};

void draw_bank_phase(Canvas& canvas, const arch::BankPhase& phase, LaneRange lanes, std::uint32_t banks, Rect area);

} // namespace warpstage::figure

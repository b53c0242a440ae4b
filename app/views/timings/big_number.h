// The headline figure of the lesson, as large as the window allows: readable from the last row, 30 meters away.
#pragma once

#include "app/views/view.h"

namespace warpstage::views {

struct BigNumber {
    std::string title; // "Wavefronts of this request"
    std::string value; // "32"
    std::string unit; // "of 1 ideal"
    std::string detail; // its source: "emulated", "line 12 · load · CC 9.0"
    bool excess = false; // worse than the ideal
};

// The number that the current cue points at; without a cue the throughput, the speedup or the time of the variant, whichever is
// available first. A hidden number is "?", a missing one "–".
[[nodiscard]] BigNumber big_number(const session::Snapshot& snapshot);

// Size of the digits in a window: the height of a character should be 1/200 of the reading distance, which at 30 meters is 1/14
// of the height of a two-meter screen. These digits are taller than 1/5.
[[nodiscard]] float big_number_size(Size window);
// Size of the unit after the digits.
[[nodiscard]] float big_unit_size(Size window);

} // namespace warpstage::views

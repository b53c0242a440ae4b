// The one number that a lesson is about just now, as large as the window allows: legible from the last row, 30 metres away.
#pragma once

#include "app/views/view.h"

namespace warpstage::views {

struct BigNumber {
    std::string title; // "Wavefronts of this request"
    std::string value; // "32"
    std::string unit; // "of 1 ideal"
    std::string detail; // where it comes from: "emulated", "line 12 · load · CC 9.0"
    bool excess = false; // worse than it could be
};

// The number that the present cue points at; without a cue the rate, the speed-up or the time of the variant, what is there
// first. A number that is secret or not there yet is "?" or "–".
[[nodiscard]] BigNumber big_number(const session::Snapshot& snapshot);

// Size of the digits in a window: a letter should be as high as a two-hundredth of the distance from which it is read, which on a
// screen of two metres at 30 metres is a fourteenth of its height. These are higher than a fifth.
[[nodiscard]] float big_number_size(Size window);
// Of the unit behind the digits.
[[nodiscard]] float big_unit_size(Size window);

} // namespace warpstage::views

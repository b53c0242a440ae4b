// The cost of the last frames: one bar per frame, and the time limit of the overlay.
#pragma once

#include "app/views/drawing.h"

#include <deque>

namespace warpstage::views {

// The first three: CPU time of the drawing thread. The last: wall-clock time until the frame was presented.
struct ProfiledFrame {
    std::chrono::nanoseconds overlay { 0 };
    std::chrono::nanoseconds scene { 0 };
    std::chrono::nanoseconds upload { 0 };
    std::chrono::nanoseconds wait { 0 };
    std::size_t views = 0; // of the overlay, built in this frame
};

inline constexpr std::chrono::milliseconds kOverlayBudget { 2 };

// `remarks`: lines below the figures.
[[nodiscard]] DrawList profile_figure(
    const std::deque<ProfiledFrame>& frames, Size size, const Style& style, const std::vector<std::string>& remarks = {});

} // namespace warpstage::views

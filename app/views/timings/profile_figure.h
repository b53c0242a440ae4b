// What the last frames cost: a bar a frame, beside the most that the overlay may take.
#pragma once

#include "app/views/drawing.h"

#include <deque>

namespace warpstage::views {

// The first three: processor time of the thread that draws. The last: time on the clock until the frame was taken.
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

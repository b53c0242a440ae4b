// Values settle over about 150 ms, whatever the frame rate.
#pragma once

#include <chrono>
#include <cmath>

namespace warpstage::views {

// In seconds; may be fractional.
using Seconds = std::chrono::duration<float>;

// How much of the way to its target a value goes in this time: 95 % of it in 150 ms.
[[nodiscard]] inline float ease_part(Seconds elapsed)
{
    return 1.0F - std::exp(-3.0F * elapsed.count() / 0.150F);
}

} // namespace warpstage::views

// Values move to their target within about 150 ms, at any frame rate.
#pragma once

#include <chrono>
#include <cmath>

namespace warpstage::views {

// In seconds; may be fractional.
using Seconds = std::chrono::duration<float>;

// Share of the distance to the target that a value moves in this time: 95 % in 150 ms.
[[nodiscard]] inline float ease_part(Seconds elapsed)
{
    return 1.0F - std::exp(-3.0F * elapsed.count() / 0.150F);
}

} // namespace warpstage::views

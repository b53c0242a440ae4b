// Invented causes of a time, of all kinds that the figure distinguishes.
#pragma once

#include "core/timing/what_if/what_if.h"

#include <memory>

namespace warpstage::views::testing {

[[nodiscard]] inline std::shared_ptr<const timing::Why> made_up_why()
{
    using std::chrono::microseconds;
    auto why = std::make_shared<timing::Why>();
    why->gpu = "NVIDIA H200";
    why->kernel = "transpose_tiled";
    why->now = why->step = microseconds(72);
    why->limiter = timing::Limiter::shared_memory;
    const auto add = [&](const char* id, std::uint32_t line, const char* degree, microseconds without, double share) {
        timing::CauseGain gain;
        gain.cause = { .kind = timing::find_cause(id), .line = line, .degree = degree };
        gain.without = without;
        gain.share = share;
        why->causes.push_back(std::move(gain));
    };
    add("bank-conflicts", 62, "32 wavefronts per request, ideal 1", microseconds(34), 0.53);
    add("shared-bandwidth", 0, "busy in 98 % of the cycles", microseconds(37), 0.49);
    add("excess-sectors", 60, "5 sectors per request, ideal 4", microseconds(72), 0.0);
    why->causes.back().behind = 0;
    why->causes.back().share_behind = 0.2;
    why->causes.back().without_both = microseconds(20);
    return why;
}

} // namespace warpstage::views::testing

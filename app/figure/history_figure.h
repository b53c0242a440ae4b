// The last steps' times as a strip, with a mark wherever the variant was switched.
#pragma once

#include "app/figure/draw_list.h"
#include "app/figure/style.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <vector>

namespace warpstage::figure {

struct HistoryInput {
    std::vector<session::HistoryPoint> points; // oldest first
    std::size_t variant = 0; // the present one
};

[[nodiscard]] DrawList history_figure(const HistoryInput& input, Size size, const Style& style);

} // namespace warpstage::figure

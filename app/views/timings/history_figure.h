// The last steps' times as a strip, with a mark wherever the variant was switched.
#pragma once

#include "app/views/drawing.h"
#include "core/session/snapshot.h"

namespace warpstage::views {

struct HistoryInput {
    std::vector<session::HistoryPoint> points; // oldest first
    std::size_t variant = 0; // the present one
};

[[nodiscard]] DrawList history_figure(const HistoryInput& input, Size size, const Style& style);

} // namespace warpstage::views

// SVG by hand: Qt's generator writes right-aligned text at a measured left edge and names one font family without a substitute,
// so that a machine without Inter would show texts out of place. Here the renderer aligns, and shapes are rect, circle and line.
#pragma once

#include "app/export/export.h"

#include <string>

namespace warpstage::exporter {

// Lengths in points. Text is shortened by the widths that the figures assume: no font is opened.
[[nodiscard]] std::string to_svg(const draw::DrawList& picture, const About& about);

} // namespace warpstage::exporter

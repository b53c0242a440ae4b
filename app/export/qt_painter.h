// Paints a draw list with QPainter, for pixels and for a page.
#pragma once

#include "app/draw/draw_list.h"

#include <optional>

class QPainter;

namespace warpstage::exporter {

// A device of pixels: square boxes and straight lines fall on whole ones, so that a grid has no seams and a thin line no blur.
struct Pixels {
    float scale = 1.0F; // of a point
};

// The painter's unit is a point. Nothing for vectors.
void paint(QPainter& painter, const draw::DrawList& picture, std::optional<Pixels> pixels);

} // namespace warpstage::exporter

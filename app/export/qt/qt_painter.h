// Paints a draw list with QPainter, for pixels and for pages.
#pragma once

#include "app/draw/draw_list.h"

#include <QPainter>
#include <functional>
#include <optional>
#include <string>

class QPageSize;
class QPdfWriter;

namespace warpstage::exporter {

// A pixel device: square boxes and straight lines are aligned to pixels, so that grids have no seams and thin lines are sharp.
struct Pixels {
    float scale = 1.0F; // per point
};

// The painter's unit is a point. Empty for vectors.
void paint(QPainter& painter, const draw::DrawList& picture, std::optional<Pixels> pixels);

// The bytes of a PDF file with pages of this size and embedded fonts; `paint_pages` paints in points.
[[nodiscard]] std::string write_pdf(
    const QPageSize& page, const std::string& title, const std::function<void(QPdfWriter&)>& paint_pages);

} // namespace warpstage::exporter

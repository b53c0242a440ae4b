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

// A device of pixels: square boxes and straight lines fall on whole ones, so that a grid has no seams and a thin line no blur.
struct Pixels {
    float scale = 1.0F; // of a point
};

// The painter's unit is a point. Nothing for vectors.
void paint(QPainter& painter, const draw::DrawList& picture, std::optional<Pixels> pixels);

// The bytes of a PDF file with pages of this size and fonts embedded; `paint_pages` paints in points.
[[nodiscard]] std::string write_pdf(
    const QPageSize& page, const std::string& title, const std::function<void(QPdfWriter&)>& paint_pages);

} // namespace warpstage::exporter

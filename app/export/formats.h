// The bytes of one file in each format that a picture can be written in. No header of Qt comes along with this one.
#pragma once

#include "app/export/export.h"

#include <string_view>

namespace warpstage::exporter {

// Pixels from the rasterizer of Qt. Errors: no memory for the pixels.
[[nodiscard]] Result<std::string> to_png(const draw::DrawList& picture, const About& about, std::uint32_t scale);

// One page as large as the picture, fonts embedded.
[[nodiscard]] std::string to_pdf(const draw::DrawList& picture, const About& about);

// SVG by hand: the generator of Qt writes right-aligned text at a measured left edge and names one font family without a
// substitute, so that a machine without Inter would show texts out of place. Here the renderer aligns, and shapes are rect,
// circle and line. Lengths in points. Text is shortened by the widths that the figures assume: no font is opened.
[[nodiscard]] std::string to_svg(const draw::DrawList& picture, const About& about);

// Character data of XML 1.0: what may not stand there is replaced by U+FFFD.
enum class LineEnds : std::uint8_t { kept, replaced }; // and tabs
[[nodiscard]] std::string escaped_for_xml(std::string_view text, LineEnds line_ends);

} // namespace warpstage::exporter

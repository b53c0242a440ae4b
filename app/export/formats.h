// The bytes of one file in each supported format. This header does not include Qt.
#pragma once

#include "app/export/export.h"

#include <string_view>

namespace warpstage::exporter {

// Pixels from Qt's rasterizer. Errors: not enough memory for the pixels, a program without Qt.
[[nodiscard]] Result<std::string> to_png(const draw::DrawList& picture, const About& about, std::uint32_t scale);

// One page of the picture's size, with embedded fonts. Errors: a program without Qt.
[[nodiscard]] Result<std::string> to_pdf(const draw::DrawList& picture, const About& about);

// SVG without Qt: its generator writes right-aligned text at a measured left edge and names one font family without a substitute,
// so that on a computer without Inter text would be misplaced. Here the renderer aligns, and shapes are rect, circle and line.
// Lengths in points. Text is shortened by the estimated widths: no font is opened.
[[nodiscard]] std::string to_svg(const draw::DrawList& picture, const About& about);

// Character data of XML 1.0: invalid characters are replaced by U+FFFD.
enum class LineEnds : std::uint8_t { kept, replaced }; // and tabs
[[nodiscard]] std::string escaped_for_xml(std::string_view text, LineEnds line_ends);

} // namespace warpstage::exporter

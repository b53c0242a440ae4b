// A draw list as a file for a slide: PNG in pixels, SVG and PDF as vectors with text as text. No header here knows Qt.
#pragma once

#include "app/draw/draw_list.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace warpstage::exporter {

enum class Format : std::uint8_t { png, svg, pdf };

// From the name's ending, capitals or not. Errors: another ending or none.
[[nodiscard]] Result<Format> format_of(const std::filesystem::path& path);

// What a file says about itself, beside the picture.
struct About {
    std::string title;
    std::string description;
};

inline constexpr float kLargestSide = 4000.0F; // points of a page
inline constexpr std::uint32_t kLargestScale = 4;

// The bytes of a file. `scale`: pixels of a PNG for each point, 1 to kLargestScale; SVG and PDF have the size of the draw list in
// points. Sides are rounded up to whole points. VERIFYs that no side is 0 or larger than kLargestSide. Errors: no memory for the
// pixels. From the main thread alone, as Qt wants it.
[[nodiscard]] Result<std::string> encode(
    const draw::DrawList& picture, Format format, const About& about, std::uint32_t scale = 1);

// Written whole or not at all. Errors, besides those above: a folder that does not exist or cannot be written to, a full disk.
[[nodiscard]] Result<void> save(
    const draw::DrawList& picture, const std::filesystem::path& path, const About& about, std::uint32_t scale = 1);

} // namespace warpstage::exporter

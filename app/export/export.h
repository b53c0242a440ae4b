// A draw list as a file for a slide: PNG in pixels, SVG and PDF as vectors with text as text. These headers do not depend on Qt.
#pragma once

#include "app/draw/draw_list.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace warpstage::exporter {

enum class Format : std::uint8_t { png, svg, pdf };

// By the extension of the name, ignoring case. Errors: unknown or missing extension.
[[nodiscard]] Result<Format> format_of(const std::filesystem::path& path);

// Whether files of this format are painted by Qt, as are all reports, whose pages it counts.
[[nodiscard]] constexpr bool is_painted_by_qt(Format format)
{
    return format != Format::svg;
}

// "Qt 6.4.2"; empty in the program that is linked without Qt.
[[nodiscard]] std::vector<std::string> library_versions();

// The metadata of a file.
struct About {
    std::string title;
    std::string description;
};

inline constexpr float kMaxSide = 4000.0F; // size of a page in points
inline constexpr std::uint32_t kMaxScale = 4;

// The bytes of a file. `scale`: pixels of a PNG per point, 1 to kMaxScale; SVG and PDF have the size of the draw list in
// points. Sides are rounded up to whole points. VERIFYs that no side is 0 or larger than kMaxSide. Errors: not enough memory
// for the pixels, a format that Qt paints in a program without it. Main thread only, as Qt requires.
[[nodiscard]] Result<std::string> encode(
    const draw::DrawList& picture, Format format, const About& about, std::uint32_t scale = 1);

// Written atomically. Errors, besides those above: a folder that does not exist or is not writable, a full disk.
[[nodiscard]] Result<void> save(
    const draw::DrawList& picture, const std::filesystem::path& path, const About& about, std::uint32_t scale = 1);

} // namespace warpstage::exporter

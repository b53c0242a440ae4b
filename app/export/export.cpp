#include "app/export/export.h"

#include "app/export/pdf_file.h"
#include "app/export/png_file.h"
#include "app/export/svg_file.h"
#include "core/base/verify.h"
#include "core/base/whole_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <system_error>

namespace warpstage::exporter {

namespace fs = std::filesystem;

Result<Format> format_of(const fs::path& path)
{
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (ending == ".png")
        return Format::png;
    if (ending == ".svg")
        return Format::svg;
    if (ending == ".pdf")
        return Format::pdf;
    return Error { fmt::format("A figure is written as .png, .svg or .pdf; `{}` ends in none of them.", path.string()) };
}

Result<std::string> encode(const draw::DrawList& picture, Format format, const About& about, std::uint32_t scale)
{
    const auto [width, height] = picture.size;
    VERIFY(width > 0.0F && width <= kLargestSide && height > 0.0F && height <= kLargestSide);
    VERIFY(scale >= 1 && scale <= kLargestScale);
    switch (format) {
    case Format::png:
        return to_png(picture, about, scale);
    case Format::svg:
        return to_svg(picture, about);
    case Format::pdf:
        return to_pdf(picture, about);
    }
    VERIFY_NOT_REACHED();
}

Result<void> save(const draw::DrawList& picture, const fs::path& path, const About& about, std::uint32_t scale)
{
    const auto format = format_of(path);
    if (!format)
        return format.error();
    std::error_code ignored;
    if (path.has_parent_path() && !fs::is_directory(path.parent_path(), ignored))
        return Error { fmt::format(
            "The figure could not be saved as {}: there is no folder {}.", path.string(), path.parent_path().string()) };
    const auto bytes = encode(picture, *format, about, scale);
    if (!bytes)
        return bytes.error();
    if (const auto written = write_whole_file(path, *bytes); !written)
        return Error { fmt::format("The figure could not be saved as {}: {}.", path.string(), written.error().message) };
    return {};
}

} // namespace warpstage::exporter

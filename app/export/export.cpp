#include "app/export/export.h"

#include "app/export/formats.h"
#include "app/export/report.h"
#include "core/base/verify.h"
#include "core/base/whole_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace warpstage::exporter {

namespace fs = std::filesystem;

namespace {

template <typename Kind> using Endings = std::initializer_list<std::pair<std::string_view, Kind>>;

template <typename Kind> std::optional<Kind> kind_of(const fs::path& path, Endings<Kind> endings)
{
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto* const found = std::ranges::find(endings, ending, &std::pair<std::string_view, Kind>::first);
    return found == endings.end() ? std::nullopt : std::optional { found->second };
}

} // namespace

Result<Format> format_of(const fs::path& path)
{
    if (const auto format = kind_of<Format>(path, { { ".png", Format::png }, { ".svg", Format::svg }, { ".pdf", Format::pdf } }))
        return *format;
    return Error { fmt::format("Unknown file type: `{}`. A figure is written as .png, .svg or .pdf.", path.string()) };
}

Result<ReportKind> report_kind_of(const fs::path& path)
{
    if (const auto kind = kind_of<ReportKind>(path, { { ".pdf", ReportKind::pdf }, { ".html", ReportKind::html } }))
        return *kind;
    return Error { fmt::format("Unknown file type: `{}`. A report is written as .pdf or .html.", path.string()) };
}

Result<std::string> encode(const draw::DrawList& picture, Format format, const About& about, std::uint32_t scale)
{
    const auto [width, height] = picture.size;
    VERIFY(width > 0.0F && width <= kMaxSide && height > 0.0F && height <= kMaxSide);
    VERIFY(scale >= 1 && scale <= kMaxScale);
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
            "The figure could not be saved as {}: the folder {} does not exist.", path.string(), path.parent_path().string()) };
    const auto bytes = encode(picture, *format, about, scale);
    if (!bytes)
        return bytes.error();
    if (const auto written = write_whole_file(path, *bytes); !written)
        return Error { fmt::format("The figure could not be saved as {}: {}.", path.string(), written.error().message) };
    return {};
}

Result<void> save(const Report& report, const fs::path& path)
{
    const auto kind = report_kind_of(path);
    if (!kind)
        return kind.error();
    const std::string bytes = *kind == ReportKind::pdf ? report_pdf(report) : report_html(report);
    if (const auto written = write_whole_file(path, bytes); !written)
        return Error { fmt::format("The report was not saved as {}: {}.", path.string(), written.error().message) };
    return {};
}

} // namespace warpstage::exporter

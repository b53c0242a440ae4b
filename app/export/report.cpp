#include "app/export/report.h"

#include "core/base/whole_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace warpstage::exporter {

Result<ReportKind> report_kind_of(const std::filesystem::path& path)
{
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (ending == ".pdf")
        return ReportKind::pdf;
    if (ending == ".html")
        return ReportKind::html;
    return Error { fmt::format("A report is a .pdf or a .html file: {} ends in neither.", path.string()) };
}

Result<void> save(const Report& report, const std::filesystem::path& path)
{
    const auto kind = report_kind_of(path);
    if (!kind)
        return kind.error();
    const std::string bytes = *kind == ReportKind::pdf ? report_pdf(report) : report_html(report);
    if (auto written = write_whole_file(path, bytes); !written)
        return Error { fmt::format("The report was not saved as {}: {}.", path.string(), written.error().message) };
    return {};
}

} // namespace warpstage::exporter

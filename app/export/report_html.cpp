#include "app/export/formats.h"
#include "app/export/report.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <type_traits>

namespace warpstage::exporter {

namespace {

constexpr std::string_view kStyle = R"(
body { font: 16px/1.5 Inter, Helvetica, Arial, sans-serif; color: #1b2430; max-width: 52em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.9em; } h2 { margin-top: 2em; border-bottom: 1px solid #d5dbe3; } h3 { margin-top: 1.6em; }
pre { font: 13px/1.45 'JetBrains Mono', 'DejaVu Sans Mono', Consolas, monospace; background: #f5f7fa; padding: 1em; overflow-x: auto;
  font-variant-ligatures: none; counter-reset: line; }
pre span::before { counter-increment: line; content: counter(line); display: inline-block; width: 2.5em; margin-right: 1em;
  text-align: right; color: #7a8696; }
table { border-collapse: collapse; margin: 1em 0; font-size: 0.92em; } th, td { padding: 0.25em 0.7em; text-align: right; }
th { border-bottom: 2px solid #1b2430; } td { border-bottom: 1px solid #d5dbe3; }
th:first-child, td:first-child { text-align: left; }
figure { margin: 1.5em 0; } figure svg { max-width: 100%; height: auto; border: 1px solid #d5dbe3; }
.note { font-size: 0.82em; color: #5a6675; margin-top: -0.8em; }
@media print { pre { white-space: pre-wrap; } figure, tr { break-inside: avoid; } }
)";

std::string escaped(std::string_view text)
{
    return escaped_for_xml(text, LineEnds::kept);
}

std::string html(const Heading& heading)
{
    return fmt::format("<h{0}>{1}</h{0}>\n", heading.level, escaped(heading.text));
}

std::string html(const Paragraph& paragraph)
{
    return fmt::format("<p>{}</p>\n", escaped(paragraph.text));
}

std::string html(const Note& note)
{
    return fmt::format("<p class=\"note\">{}</p>\n", escaped(note.text));
}

std::string html(const Code& code)
{
    // Figures refer to line numbers; copied text does not contain them.
    std::string lines;
    std::string_view rest = code.text;
    if (rest.ends_with('\n'))
        rest.remove_suffix(1);
    for (const auto line : text::split(rest, '\n'))
        lines += fmt::format("<span>{}</span>\n", escaped(line));
    return fmt::format("<pre>{}</pre>\n", lines);
}

std::string html(const DataTable& table)
{
    std::string text = "<table>\n<tr>";
    for (const auto& cell : table.head)
        text += fmt::format("<th>{}</th>", escaped(cell));
    text += "</tr>\n";
    for (const auto& row : table.rows) {
        text += "<tr>";
        for (const auto& cell : row)
            text += fmt::format("<td>{}</td>", escaped(cell));
        text += "</tr>\n";
    }
    return text + "</table>\n";
}

std::string html(const Picture& picture)
{
    std::string svg = to_svg(picture.picture, { picture.title, picture.description });
    // An XML declaration is allowed only at the beginning of a file.
    if (const auto begin = svg.find("<svg"); begin != std::string::npos)
        svg.erase(0, begin);
    return fmt::format("<figure>{}</figure>\n", svg);
}

} // namespace

std::string report_html(const Report& report)
{
    std::string text = fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n"
                                   "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
                                   "<meta charset=\"utf-8\"/>\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n",
        escaped(report.title), kStyle);
    for (const auto& part : report.parts)
        text += std::visit([](const auto& each) { return html(each); }, part);
    return text + "</body>\n</html>\n";
}

} // namespace warpstage::exporter

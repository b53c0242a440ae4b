#include "core/exercise/feedback.h"

#include "core/base/fingerprint.h"
#include "core/base/html.h"
#include "core/exercise/grade_table.h"
#include "core/lesson/files/text_file.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::exercise {

namespace {

// No markup from names and messages, and one line.
std::string markdown_of(std::string_view text)
{
    std::string words;
    for (const char c : text) {
        if (std::string_view { "\\`*_{}[]<>#|!" }.find(c) != std::string_view::npos)
            words += '\\';
        words += c == '\n' || c == '\r' ? ' ' : c;
    }
    return words;
}

std::string points_words(const FeedbackPart& part)
{
    return part.assessment.overloaded
        ? "not graded"
        : fmt::format("{} of {} points", points_of(*part.exercise, part.assessment), part.exercise->points());
}

std::uint32_t points_at(const FeedbackPart& part, std::size_t i)
{
    return part.assessment.findings[i].verdict == Verdict::passed ? part.exercise->requirements[i].points : 0;
}

std::string source_line(const FeedbackPart& part, std::uint32_t line)
{
    const auto lines = lesson::lines_of(part.source);
    return line == 0 || line > lines.size() ? std::string {} : fmt::format("{} | {}", line, lines[line - 1]);
}

constexpr const char* kStyle = R"(body { font: 1rem/1.5 sans-serif; max-width: 58rem; margin: 1rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; border-bottom: 1px solid; padding: .3rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .3rem 0; } svg { max-width: 100%; margin-top: .75rem; })";

} // namespace

std::string lines_picture(const Exercise& exercise, const Assessment& assessment)
{
    const auto has_lines = [](const Finding& finding) {
        return finding.measure && !finding.measure->lines.empty();
    };
    auto shown = std::ranges::find_if(
        assessment.findings, [&](const Finding& finding) { return finding.verdict == Verdict::failed && has_lines(finding); });
    if (shown == assessment.findings.end())
        shown = std::ranges::find_if(assessment.findings, has_lines);
    if (shown == assessment.findings.end())
        return {};
    const auto& requirement = exercise.requirements[static_cast<std::size_t>(shown - assessment.findings.begin())];
    const auto& measure = *shown->measure;
    constexpr double kRow = 22.0;
    constexpr double kLeft = 70.0;
    constexpr double kLongest = 320.0;
    const double most = std::max(1.0, measure.lines.front().second);
    std::string svg = fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" width="560" height="{}" role="img" font-family="sans-serif" font-size="13">)"
        R"(<title>{} by source line</title><text x="0" y="15" fill="currentColor">{}: {} by source line</text>)",
        36.0 + kRow * static_cast<double>(measure.lines.size()), html::escaped(requirement.label),
        html::escaped(requirement.label), html::escaped(measure.unit));
    double y = 28.0;
    for (const auto& [line, value] : measure.lines) {
        svg += fmt::format(
            R"(<text x="0" y="{}" fill="currentColor">line {}</text><rect x="{}" y="{}" width="{:.1f}" height="15" fill="#d1622b"/>)"
            R"(<text x="{:.1f}" y="{}" fill="currentColor">{:.10g}</text>)",
            y + 12.0, line, kLeft, y, std::max(1.0, kLongest * value / most), kLeft + 8.0 + kLongest * value / most, y + 12.0,
            value);
        y += kRow;
    }
    return svg + "</svg>\n";
}

std::string feedback_html(const std::string& student, const std::vector<FeedbackPart>& parts)
{
    std::string body;
    for (const auto& part : parts) {
        body += fmt::format("<h2>{}: {}</h2>\n<table>\n<tr><th>requirement</th><th>points</th><th>reason</th></tr>\n",
            html::escaped(part.exercise->lesson->title), points_words(part));
        for (std::size_t i = 0; i < part.assessment.findings.size(); ++i) {
            const auto& finding = part.assessment.findings[i];
            const auto& requirement = part.exercise->requirements[i];
            const auto line = source_line(part, finding.line);
            body += fmt::format("<tr><td>{}</td><td>{} of {}</td><td>{}{}</td></tr>\n", html::escaped(requirement.label),
                points_at(part, i), requirement.points, html::escaped(clean_text(finding.message)),
                line.empty() ? "" : "<pre>" + html::escaped(clean_text(line)) + "</pre>");
        }
        body += "</table>\n" + lines_picture(*part.exercise, part.assessment);
    }
    body += "<p>Metrics and times are determined on the virtual machine; times are estimates of the SM model, not "
            "measurements.</p>\n";
    return html::page(clean_text(student), { .text = kStyle }, body);
}

std::string feedback_markdown(const std::string& student, const std::vector<FeedbackPart>& parts)
{
    auto text = fmt::format("# {}\n", markdown_of(clean_text(student)));
    for (const auto& part : parts) {
        text += fmt::format("\n## {}: {}\n\n| requirement | points | reason |\n|---|---|---|\n",
            markdown_of(part.exercise->lesson->title), points_words(part));
        for (std::size_t i = 0; i < part.assessment.findings.size(); ++i) {
            const auto& finding = part.assessment.findings[i];
            const auto& requirement = part.exercise->requirements[i];
            text +=
                fmt::format("| {} | {} of {} | {}{} |\n", markdown_of(requirement.label), points_at(part, i), requirement.points,
                    markdown_of(clean_text(finding.message)), finding.line == 0 ? "" : fmt::format(" Line {}.", finding.line));
        }
    }
    return text;
}

std::string file_name_of(std::string_view student)
{
    constexpr std::size_t kMax = 60;
    std::string name { student.substr(0, kMax) };
    std::ranges::replace_if(
        name,
        [](char c) {
            return !(
                (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-');
        },
        '_');
    if (name != student || name.empty() || name.front() == '.' || name.front() == '-')
        name = fmt::format("s_{}_{:016x}", name, Fingerprint {}.add(student).value());
    return name;
}

} // namespace warpstage::exercise

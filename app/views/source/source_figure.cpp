#include "app/views/source/source_figure.h"

#include "app/draw/canvas.h"
#include "app/draw/color.h"
#include "app/draw/text_metrics.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace warpstage::views {

namespace {

constexpr float kSmallestCode = 27.0F; // characters that the code keeps before a column may stand beside it
constexpr float kUsualCode = 44.0F; // and before the last columns may

constexpr float kNarrow = 620.0F; // below, the code is written smaller
constexpr std::size_t kShortestComment = 14; // characters; what is left of a comment that ends sooner says nothing

enum class Column : std::uint8_t { instructions, lanes, wavefronts, excess, sectors, sectors_excess };

struct ColumnPlace {
    Column column;
    float right; // where its numbers end
    float width;
};

std::string_view name_of(Column column)
{
    switch (column) {
    case Column::instructions:
        return "instructions";
    case Column::lanes:
        return "lanes";
    case Column::wavefronts:
        return "wavefronts";
    case Column::excess:
        return "excess";
    case Column::sectors:
        return "sectors";
    case Column::sectors_excess:
        return "excess";
    }
    return {};
}

struct SourceFrame {
    float top = 0.0F;
    float pitch = 0.0F;
    float size = 0.0F; // of the code
    float number_right = 0.0F; // of the lines' numbers
    float code_left = 0.0F;
    float code_right = 0.0F;
    std::vector<ColumnPlace> columns; // from left to right
    std::uint32_t first = 1; // line
    std::uint32_t count = 0; // of lines
    std::uint32_t chosen = 0;
};

// Where to look first: the line that loses most in its banks, else the one that runs most often.
std::uint32_t hottest_line(const analysis::KernelReport& report)
{
    const auto heat = [](const analysis::LineReport& line) {
        return std::pair { line.counters.wavefronts_excess(), line.counters.instructions };
    };
    const auto hottest = std::max_element(
        report.lines.begin(), report.lines.end(), [&](const auto& a, const auto& b) { return heat(a) < heat(b); });
    return hottest == report.lines.end() ? 0 : hottest->line;
}

const analysis::LineReport* report_of(const SourceInput& input, std::uint32_t line)
{
    if (input.report == nullptr)
        return nullptr;
    const auto found = std::find_if(
        input.report->lines.begin(), input.report->lines.end(), [&](const auto& entry) { return entry.line == line; });
    return found == input.report->lines.end() ? nullptr : &*found;
}

// The kernel's executed lines, with the chosen one among them, in as many rows as there are.
void choose_window(SourceFrame& frame, const SourceInput& input, std::uint32_t rows)
{
    const auto all = static_cast<std::uint32_t>(input.lines->size());
    std::uint32_t first = 1;
    std::uint32_t last = all;
    if (input.report != nullptr && !input.report->lines.empty()) {
        const auto [low, high] = std::minmax_element(
            input.report->lines.begin(), input.report->lines.end(), [](const auto& a, const auto& b) { return a.line < b.line; });
        first = std::clamp(low->line, 1U, std::max(all, 1U));
        last = std::clamp(high->line, first, std::max(all, 1U));
        frame.chosen = hottest_line(*input.report);
    }
    if (input.chosen != 0)
        frame.chosen = input.chosen;
    const std::uint32_t body = last - first + 1;
    if (body <= rows) { // the whole body, and what stands around it
        const std::uint32_t before = (rows - body) / 2;
        frame.first = first > before ? first - before : 1;
    } else {
        const std::uint32_t middle = frame.chosen == 0 ? first : frame.chosen;
        const std::uint32_t wanted = middle > rows / 2 ? middle - rows / 2 : 1;
        frame.first = std::clamp(wanted, first, last - rows + 1);
        if (frame.chosen != 0) // a line outside of the executed ones is shown all the same
            frame.first = std::clamp(frame.first, frame.chosen >= rows ? frame.chosen - rows + 1 : 1, frame.chosen);
    }
    if (input.follows && input.executed != 0 && (input.executed < frame.first || input.executed >= frame.first + rows)) {
        // By half windows, so that the text does not move with every step.
        const std::uint32_t half = std::max(rows / 2, 1U);
        const std::uint32_t page = input.executed / half * half;
        frame.first = std::max(page > rows / 4 ? page - rows / 4 : 1, 1U);
    }
    const auto last_first = static_cast<std::int64_t>(all > rows ? all - rows + 1 : 1);
    frame.first =
        static_cast<std::uint32_t>(std::clamp<std::int64_t>(std::int64_t { frame.first } + input.scroll, 1, last_first));
    frame.count = std::min(rows, all - std::min(all, frame.first - 1));
}

SourceFrame frame_of(const SourceInput& input, Size size, const Style& style)
{
    SourceFrame frame;
    frame.top = 1.5F * style.head;
    frame.size = size.width < kNarrow * style.scale ? style.small : style.source;
    frame.pitch = 1.36F * frame.size;
    frame.number_right = room_for("000", Face::mono, frame.size) + (input.stopped == 0 ? 0.0F : 1.15F * frame.size); // a sign
    frame.code_left = frame.number_right + 10.0F * style.scale;
    frame.code_right = size.width;
    constexpr std::array<std::array<std::optional<Column>, 6>, 5> kChoices = { {
        { Column::instructions, Column::lanes, Column::wavefronts, Column::excess, Column::sectors, Column::sectors_excess },
        { Column::lanes, Column::wavefronts, Column::excess, Column::sectors, Column::sectors_excess, {} },
        { Column::lanes, Column::wavefronts, Column::excess, Column::sectors, {}, {} },
        { Column::lanes, Column::excess, {}, {}, {}, {} },
        { Column::lanes, {}, {}, {}, {}, {} },
    } };
    const auto width_of = [&](Column column) {
        return std::max(room_for(name_of(column), Face::regular, style.small), room_for("00.0", Face::mono, frame.size))
            + 16.0F * style.scale;
    };
    for (const auto& choice : kChoices) {
        if (input.report == nullptr)
            break;
        float sum = 0.0F;
        for (const std::optional<Column>& column : choice)
            sum += column ? width_of(*column) : 0.0F;
        const bool many = std::count(choice.begin(), choice.end(), std::nullopt) < 2;
        const float code = text_width("0", Face::mono, frame.size) * (many ? kUsualCode : kSmallestCode);
        if (size.width - frame.code_left - sum < code)
            continue;
        float x = size.width - sum;
        frame.code_right = x;
        for (const std::optional<Column>& column : choice)
            if (column) {
                x += width_of(*column);
                frame.columns.push_back({ *column, x, width_of(*column) });
            }
        break;
    }
    const auto rows = static_cast<std::uint32_t>(std::max(0.0F, std::floor((size.height - frame.top + 0.5F) / frame.pitch)));
    if (input.lines != nullptr && rows > 0)
        choose_window(frame, input, rows);
    return frame;
}

// Whole where it is whole: "2", else "3.9". Nothing where there was no request.
std::string per_request(std::uint64_t total, std::uint64_t requests)
{
    if (requests == 0)
        return {};
    const double value = static_cast<double>(total) / static_cast<double>(requests);
    return std::abs(value - std::round(value)) < 0.005 ? fmt::format("{:.0f}", value) : fmt::format("{:.1f}", value);
}

void draw_number(Canvas& canvas, ColumnPlace place, float size, const analysis::Counters& counters, std::uint32_t warp_width,
    float baseline, Color ground)
{
    const Style& style = canvas.style();
    std::string words;
    Color color = style.text;
    switch (place.column) {
    case Column::instructions:
        words = counters.instructions == 0 ? "" : text::grouped(static_cast<std::int64_t>(counters.instructions));
        break;
    case Column::lanes: {
        const double lanes = counters.average_working_lanes();
        words = counters.instructions == 0 ? "" : fmt::format("{:.1f}", lanes);
        if (lanes < 0.75 * warp_width)
            color = style.orange;
        break;
    }
    case Column::wavefronts:
        words = per_request(counters.wavefronts, counters.shared_requests);
        break;
    case Column::excess:
        words = per_request(counters.wavefronts_excess(), counters.shared_requests);
        if (counters.wavefronts_excess() > 0)
            color = style.vermilion;
        break;
    case Column::sectors:
        words = per_request(counters.sectors, counters.global_requests);
        break;
    case Column::sectors_excess:
        words = per_request(counters.sectors_excess(), counters.global_requests);
        if (counters.sectors_excess() > 0)
            color = style.vermilion;
        break;
    }
    canvas.text({ place.right, baseline }, std::move(words),
        { Face::mono, size, legible(color, ground, style.text), Align::right, place.width - canvas.units(6.0F) });
}

// How much of the kernel's whole a line is to blame for, 0 to 1: excess by its passes and sectors, else instructions.
double heat_of(Column column, const analysis::Counters& counters, const analysis::Counters& total)
{
    const auto share = [](std::uint64_t part, std::uint64_t whole) {
        return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
    };
    switch (column) {
    case Column::instructions:
        return share(counters.instructions, total.instructions);
    case Column::lanes:
        return share(counters.active_lanes - std::min(counters.active_lanes, counters.executed_lanes + counters.staying_lanes),
            total.active_lanes);
    case Column::wavefronts:
        return share(counters.wavefronts, total.wavefronts);
    case Column::excess:
        return share(counters.wavefronts_excess(), total.wavefronts_excess());
    case Column::sectors:
        return share(counters.sectors, total.sectors);
    case Column::sectors_excess:
        return share(counters.sectors_excess(), total.sectors_excess());
    }
    return 0.0;
}

// The cell's ground: the more of the kernel's whole stands in this line, the fuller. Returns its colour.
Color draw_heat(Canvas& canvas, const ColumnPlace& place, double heat, Rect row, Color ground)
{
    if (heat < 0.01)
        return ground;
    const Style& style = canvas.style();
    const bool bad = place.column == Column::excess || place.column == Column::sectors_excess;
    const float gap = canvas.units(1.0F);
    const Rect cell { place.right - place.width + canvas.units(8.0F), row.y + gap, place.width - canvas.units(4.0F),
        row.height - 2 * gap };
    const Color color = mix(ground, bad ? style.vermilion : style.blue, static_cast<float>(0.06 + 0.22 * heat));
    canvas.fill(cell, color, canvas.units(3.0F));
    return color;
}

std::string without_tabs(std::string_view line)
{
    std::string text;
    for (const char c : line) {
        if (c == '\t')
            text.append(4 - text.size() % 4, ' ');
        else if (c != '\r')
            text += c;
    }
    return text;
}

std::size_t common_indent(const std::vector<std::string>& lines)
{
    std::size_t indent = std::string::npos;
    for (const std::string& line : lines) {
        const std::size_t first = line.find_first_not_of(' ');
        if (first != std::string::npos)
            indent = std::min(indent, first);
    }
    return indent == std::string::npos ? 0 : indent;
}

// Code in the colour of text, a comment at its end paler.
void draw_code(Canvas& canvas, const std::string& line, Point at, float size, float room, Color color)
{
    const Style& style = canvas.style();
    const float advance = text_width("0", Face::mono, size);
    const std::size_t start = line.find_first_not_of(' ');
    if (start == std::string::npos)
        return;
    const std::size_t comment = line.find("//", start);
    const auto put = [&](std::size_t from, std::size_t to, Color ink) {
        while (to > from && line[to - 1] == ' ')
            --to;
        const float x = advance * static_cast<float>(from);
        if (to > from && room - x > 2 * advance)
            canvas.text({ at.x + x, at.y }, line.substr(from, to - from), { Face::mono, size, ink, Align::left, room - x });
    };
    put(start, std::min(comment, line.size()), color);
    const std::size_t room_left = static_cast<std::size_t>(std::max(room / advance, 0.0F));
    const bool whole = line.size() <= room_left;
    if (comment != std::string::npos && (whole || comment == start || comment + kShortestComment <= room_left))
        put(comment, line.size(), style.secondary);
}

void draw_head(Canvas& canvas, const SourceInput& input, const SourceFrame& frame)
{
    const Style& style = canvas.style();
    const float baseline = 0.85F * style.head;
    const float left = room_for("Source", Face::semibold, style.head) + canvas.units(12.0F);
    canvas.text({ 0, baseline }, "Source", { Face::semibold, style.head, style.text, Align::left, left });
    std::string words = input.file;
    if (input.report != nullptr)
        words += " · " + input.report->kernel + (frame.columns.size() > 1 ? " · averages" : "");
    float right = canvas.size().width;
    if (input.report != nullptr && !frame.columns.empty())
        right = frame.columns.front().right - room_for(name_of(frame.columns.front().column), Face::regular, style.small);
    const float room = right - canvas.units(12.0F) - left;
    if (room > canvas.units(60.0F))
        canvas.text({ left, baseline }, words, { Face::regular, style.small, style.secondary, Align::left, room });
    if (input.report == nullptr)
        return;
    for (const ColumnPlace& place : frame.columns)
        canvas.text({ place.right, baseline }, std::string { name_of(place.column) },
            { Face::regular, style.small, style.secondary, Align::right, place.width - canvas.units(6.0F) });
}

} // namespace

DrawList source_figure(const SourceInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const SourceFrame frame = frame_of(input, size, style);
    draw_head(canvas, input, frame);
    if (frame.count == 0) {
        canvas.empty_words({ 0, frame.top, size.width, size.height - frame.top }, "no source to show");
        return canvas.finish();
    }
    std::vector<std::string> code;
    for (std::uint32_t i = 0; i < frame.count; ++i)
        code.push_back(without_tabs((*input.lines)[frame.first - 1 + i]));
    const std::size_t indent = common_indent(code);
    const std::uint32_t warp_width = input.report == nullptr ? 32 : input.report->warp_width;
    const float room = frame.code_right - frame.code_left - canvas.units(frame.columns.empty() ? 0.0F : 8.0F);
    for (std::uint32_t i = 0; i < frame.count; ++i) {
        const std::uint32_t line = frame.first + i;
        const Rect row { 0, frame.top + frame.pitch * static_cast<float>(i), size.width, frame.pitch };
        canvas.action(row, session::SelectLine { line });
        const float middle = row.y + row.height / 2;
        const float baseline = centered_baseline(middle, frame.size);
        const analysis::LineReport* report = report_of(input, line);
        if (line == frame.chosen) {
            const float bleed = canvas.units(6.0F);
            canvas.fill({ row.x - bleed, row.y, row.width + 2 * bleed, row.height }, chosen_color(style), canvas.units(5.0F));
            canvas.fill({ row.x - bleed, row.y, canvas.units(3.0F), row.height }, style.orange, canvas.units(1.5F));
        }
        if (std::find(input.changed.begin(), input.changed.end(), line) != input.changed.end()) {
            // A plus sign, as in a listing of differences.
            const float bleed = canvas.units(6.0F);
            canvas.fill({ row.x - bleed, row.y, frame.code_right + bleed, row.height },
                mix(line == frame.chosen ? chosen_color(style) : style.panel, style.green, 0.14F), canvas.units(3.0F));
            canvas.text({ frame.code_left - canvas.units(2.0F), baseline }, "+",
                { Face::mono, frame.size, style.green, Align::right, frame.size });
        }
        if (line == input.executed) {
            const float bleed = canvas.units(6.0F);
            canvas.frame(
                { row.x - bleed, row.y, row.width + 2 * bleed, row.height }, std::nullopt, style.green, canvas.units(4.0F));
            canvas.triangle({ row.x - canvas.units(1.0F), middle }, 0.6F * frame.size, Pointing::right, style.green);
        }
        if (line == input.stopped)
            canvas.warning_sign({ 0.55F * frame.size, middle }, frame.size, style.vermilion);
        canvas.text({ frame.number_right, baseline }, std::to_string(line),
            { Face::mono, frame.size, line == frame.chosen ? style.orange : style.secondary, Align::right,
                frame.number_right - (line == input.stopped ? 1.15F * frame.size : 0.0F) });
        std::string text = code[i];
        text.erase(0, std::min(indent, text.size()));
        draw_code(canvas, text, { frame.code_left, baseline }, frame.size, room,
            report != nullptr || input.report == nullptr ? style.text : style.secondary);
        if (report != nullptr)
            for (const ColumnPlace& place : frame.columns) {
                const Color ground = draw_heat(canvas, place, heat_of(place.column, report->counters, input.report->total), row,
                    line == frame.chosen ? chosen_color(style) : style.panel);
                draw_number(canvas, place, frame.size, report->counters, warp_width, baseline, ground);
            }
    }
    return canvas.finish();
}

} // namespace warpstage::views

#include "app/views/source/source_figure.h"

#include "app/views/source/source_code.h"

namespace warpstage::views {

namespace {

constexpr float kSmallestCode = 27.0F; // minimum characters of code beside a column
constexpr float kUsualCode = 44.0F; // minimum characters of code beside the last columns
constexpr float kNarrow = 620.0F; // with less space, the code is written smaller
constexpr std::uint32_t kRowsForComment = 12; // minimum number of lines for host code with the comment before it
constexpr float kHallColumns = 8.0F; // minimum number of lines for columns beside the code in hall mode

using analysis::Counters;

// An integer without decimals: "2", else "3.9". Empty if there was no request.
std::string per_request(std::uint64_t total, std::uint64_t requests)
{
    if (requests == 0)
        return {};
    const double value = static_cast<double>(total) / static_cast<double>(requests);
    return std::abs(value - std::round(value)) < 0.005 ? numf("{:.0f}", value) : numf("{:.1f}", value);
}

constexpr std::string_view kExcess = marked("excess");

double share_of(std::uint64_t part, std::uint64_t whole)
{
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Idle lane slots of full warps: divergence, exited lanes.
std::uint64_t idle_lanes(const Counters& counters)
{
    const std::uint64_t all = counters.instructions * kMaxLanes;
    return all - std::min(all, counters.active_lanes);
}

using ColorOf = Color Palette::*(const Counters& of_line, std::uint32_t warp_width);

// A column of numbers beside the code.
struct Column {
    std::string_view name;
    std::string (*words)(const Counters& of_line);
    // The line's share of the kernel's total, 0 to 1.
    double (*heat)(const Counters& of_line, const Counters& total);
    ColorOf* color; // color of a highlighted number; null: not highlighted
};

// From left to right.
constexpr std::array kColumns {
    Column { marked("instructions"), [](const Counters& line) { return grouped_count(line.instructions); },
        [](const Counters& line, const Counters& total) { return share_of(line.instructions, total.instructions); }, nullptr },
    Column { marked("lanes"), [](const Counters& line) { return numf("{:.1f}", line.average_active_lanes()); },
        [](const Counters& line, const Counters& total) { return share_of(idle_lanes(line), idle_lanes(total)); },
        [](const Counters& line, std::uint32_t warp_width) {
            return line.average_active_lanes() < 0.75 * warp_width ? &Palette::orange : &Palette::text;
        } },
    Column { marked("wavefronts"), [](const Counters& line) { return per_request(line.wavefronts, line.shared_requests); },
        [](const Counters& line, const Counters& total) { return share_of(line.wavefronts, total.wavefronts); }, nullptr },
    Column { kExcess, [](const Counters& line) { return per_request(line.wavefronts_excess(), line.shared_requests); },
        [](const Counters& line, const Counters& total) { return share_of(line.wavefronts_excess(), total.wavefronts_excess()); },
        [](const Counters& line, std::uint32_t) {
            return line.wavefronts_excess() > 0 ? &Palette::vermilion : &Palette::text;
        } },
    Column { marked("sectors"), [](const Counters& line) { return per_request(line.sectors, line.global_requests); },
        [](const Counters& line, const Counters& total) { return share_of(line.sectors, total.sectors); }, nullptr },
    Column { kExcess, [](const Counters& line) { return per_request(line.sectors_excess(), line.global_requests); },
        [](const Counters& line, const Counters& total) { return share_of(line.sectors_excess(), total.sectors_excess()); },
        [](const Counters& line, std::uint32_t) {
            return line.sectors_excess() > 0 ? &Palette::vermilion : &Palette::text;
        } },
    Column { marked("const. accesses"),
        [](const Counters& line) { return per_request(line.constant.cost, line.constant.requests); },
        [](const Counters& line, const Counters& total) { return share_of(line.constant.cost, total.constant.cost); },
        [](const Counters& line, std::uint32_t) {
            return line.constant.cost > line.constant.requests ? &Palette::vermilion : &Palette::text;
        } },
    Column { marked("local sectors"), [](const Counters& line) { return per_request(line.local.cost, line.local.requests); },
        [](const Counters& line, const Counters& total) { return share_of(line.local.cost, total.local.cost); }, nullptr },
};

using Columns = std::vector<std::size_t>; // indices into kColumns, from left to right
constexpr std::size_t kConstantColumn = 6;
constexpr std::size_t kLocalColumn = 7;

// Whether a line has a value in the column.
bool is_filled(std::size_t column, const analysis::KernelReport& report)
{
    return std::ranges::any_of(report.lines, [&](const auto& line) { return !kColumns.at(column).words(line.counters).empty(); });
}

// From most columns to least; the first combination that fits beside the code. Columns of constant and local memory only if the
// kernel accesses these memories.
std::vector<Columns> all_column_choices(const Counters& total)
{
    std::vector<Columns> choices { { 0, 1, 2, 3, 4, 5 }, { 1, 2, 3, 4, 5 }, { 1, 2, 3, 4 }, { 1, 3 }, { 1 } };
    Columns others;
    if (total.constant.requests != 0)
        others.push_back(kConstantColumn);
    if (total.local.requests != 0)
        others.push_back(kLocalColumn);
    if (others.empty())
        return choices;
    std::vector<Columns> with_others;
    for (Columns choice :
        { Columns { 0, 1, 2, 3, 4, 5 }, Columns { 1, 2, 3, 4, 5 }, Columns { 1, 4 }, Columns { 1 }, Columns {} }) {
        choice.insert(choice.end(), others.begin(), others.end());
        with_others.push_back(std::move(choice));
    }
    with_others.insert(with_others.end(), choices.begin() + 3, choices.end());
    return with_others;
}

// Without columns in which no line has a value.
std::vector<Columns> column_choices(const analysis::KernelReport& report)
{
    std::vector<Columns> choices = all_column_choices(report.total);
    for (Columns& choice : choices)
        std::erase_if(choice, [&](std::size_t column) { return !is_filled(column, report); });
    return choices;
}

struct ColumnPlace {
    const Column* column; // never null
    float right; // right end of its numbers
    float width;
};

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
    std::vector<std::string> code; // without the lines' common indentation
    std::vector<std::vector<std::string>> rows; // of each line

    [[nodiscard]] std::size_t rows_of(std::uint32_t line) const { return rows.at(line - first).size(); }
};

// The most relevant line: the one with the largest excess of wavefronts, else the one that is executed most often.
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

// The kernel's executed lines, including the chosen one, in the available rows.
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
    } else if (input.report == nullptr && input.chosen == 0 && input.kernel != 0 && input.kernel <= all) {
        first = input.kernel > 1 ? input.kernel - 1 : 1;
        last = std::min(first + std::max(rows, 1U) - 1, all);
    }
    if (input.chosen != 0)
        frame.chosen = input.chosen;
    const std::uint32_t body = last - first + 1;
    if (body <= rows) { // the complete body and its surroundings
        const std::uint32_t before = (rows - body) / 2;
        frame.first = first > before ? first - before : 1;
    } else {
        const std::uint32_t middle = frame.chosen == 0 ? first : frame.chosen;
        const std::uint32_t wanted = middle > rows / 2 ? middle - rows / 2 : 1;
        frame.first = std::clamp(wanted, first, last - rows + 1);
        if (frame.chosen != 0) // the chosen line is shown even if it is not among the executed ones
            frame.first = std::clamp(frame.first, frame.chosen >= rows ? frame.chosen - rows + 1 : 1, frame.chosen);
    }
    if (input.follows && input.executed != 0 && (input.executed < frame.first || input.executed >= frame.first + rows)) {
        // In jumps of half a window, so that the text does not move with every instruction.
        const std::uint32_t half = std::max(rows / 2, 1U);
        const std::uint32_t page = input.executed / half * half;
        frame.first = std::max(page > rows / 4 ? page - rows / 4 : 1, 1U);
    }
    if (input.first != 0)
        frame.first = input.host && rows < kRowsForComment ? input.kernel : input.first;
    const auto last_first = static_cast<std::int64_t>(all > rows ? all - rows + 1 : 1);
    frame.first =
        static_cast<std::uint32_t>(std::clamp<std::int64_t>(std::int64_t { frame.first } + input.scroll, 1, last_first));
    frame.count = std::min(rows, all - std::min(all, frame.first - 1));
}

float room_for_code(const SourceFrame& frame, const Style& style)
{
    return frame.code_right - frame.code_left - (frame.columns.empty() ? 0.0F : 8.0F * style.scale);
}

void read_code(SourceFrame& frame, const SourceInput& input)
{
    frame.code.clear();
    for (std::uint32_t i = 0; i < frame.count; ++i)
        frame.code.push_back(without_tabs((*input.lines)[frame.first - 1 + i]));
    const std::size_t indent = common_indent(frame.code);
    for (std::string& line : frame.code) {
        line.erase(0, std::min(indent, line.size()));
        if (input.comments_hidden)
            line = without_words(std::move(line));
    }
}

// A line of code in as many rows as it needs; lines that neither run nor differ are cut instead.
std::vector<std::string> rows_of(const SourceFrame& frame, const SourceInput& input, std::uint32_t line, std::size_t characters)
{
    const std::string& code = frame.code[line - frame.first];
    const bool whole = line == frame.chosen || report_of(input, line) != nullptr
        || std::ranges::find(input.changed, line) != input.changed.end();
    return whole ? wrap_code(code, characters) : std::vector { code };
}

// The lines that fit. The chosen one is always complete; the last of the others may be cut.
void choose_lines(SourceFrame& frame, const SourceInput& input, std::uint32_t rows, std::size_t characters)
{
    std::uint32_t lines = rows;
    for (;;) { // fewer lines may have more common indentation
        choose_window(frame, input, lines);
        read_code(frame, input);
        frame.rows.clear();
        for (std::uint32_t line = frame.first; line < frame.first + frame.count; ++line)
            frame.rows.push_back(rows_of(frame, input, line, characters));
        std::size_t all = 0;
        for (const auto& of_line : frame.rows)
            all += of_line.size();
        if (all <= rows || lines <= 1)
            return;
        lines -= std::min(static_cast<std::uint32_t>(std::max<std::size_t>((all - rows) / 2, 1)), lines - 1);
    }
}

// Characters of the longest executed line: the code comes before columns.
float wanted_code(const SourceInput& input)
{
    constexpr std::size_t kMost = 64;
    std::size_t indent = kMost;
    std::size_t longest = 0;
    if (input.report == nullptr || input.lines == nullptr)
        return kUsualCode;
    for (const auto& line : input.report->lines) {
        if (line.line == 0 || line.line > input.lines->size())
            continue;
        const std::string code = without_tabs((*input.lines)[line.line - 1]);
        indent = std::min(indent, std::min(code.find_first_not_of(' '), code.size()));
        longest = std::max(longest, std::min(code.find("//"), code.size()));
    }
    return std::clamp(static_cast<float>(longest - std::min(longest, indent)), kUsualCode, static_cast<float>(kMost));
}

enum class Columned : std::uint8_t { no, yes };

SourceFrame frame_with(const SourceInput& input, Size size, const Style& style, float code_size, Columned columned)
{
    SourceFrame frame;
    frame.top = 1.5F * style.head;
    frame.size = code_size;
    frame.pitch = 1.36F * frame.size;
    frame.number_right = room_for("000", Face::mono, frame.size) + (input.stopped == 0 ? 0.0F : 1.15F * frame.size); // a sign
    frame.code_left = frame.number_right + (input.hall ? 0.6F * frame.size + 5.0F * style.scale : 10.0F * style.scale);
    frame.code_right = size.width;
    const auto width_of = [&](const Column& column) {
        return std::max(room_for(tr(column.name), Face::regular, style.small), room_for("00.0", Face::mono, frame.size))
            + 16.0F * style.scale;
    };
    const auto rows = static_cast<std::uint32_t>(std::max(0.0F, std::floor((size.height - frame.top + 0.5F) / frame.pitch)));
    const std::vector<Columns> choices =
        input.report == nullptr || columned == Columned::no ? std::vector<Columns> {} : column_choices(*input.report);
    const float wanted = wanted_code(input);
    for (const auto& choice : choices) {
        float sum = 0.0F;
        for (const std::size_t column : choice)
            sum += width_of(kColumns.at(column));
        const bool usual = choice.size() >= 3 || input.hall;
        const float code = text_width("0", Face::mono, frame.size) * (usual ? wanted : kSmallestCode);
        if (size.width - frame.code_left - sum < code)
            continue;
        float x = size.width - sum;
        frame.code_right = x;
        for (const std::size_t column : choice) {
            x += width_of(kColumns.at(column));
            frame.columns.push_back({ &kColumns.at(column), x, width_of(kColumns.at(column)) });
        }
        break;
    }
    const float room = room_for_code(frame, style);
    if (input.lines != nullptr && rows > 0)
        choose_lines(
            frame, input, rows, static_cast<std::size_t>(std::max(room / text_width("0", Face::mono, frame.size), 1.0F)));
    return frame;
}

// Whether all rows of the chosen line fit.
bool shows_chosen(const SourceFrame& frame, float height)
{
    std::size_t rows = 0;
    for (std::uint32_t line = frame.first; line < frame.first + frame.count && line <= frame.chosen; ++line)
        rows += frame.rows_of(line);
    return frame.top + frame.pitch * static_cast<float>(rows) <= height + 1.0F;
}

SourceFrame frame_of(const SourceInput& input, Size size, const Style& style)
{
    const float usual = size.width < kNarrow * style.scale ? style.small : style.source;
    if (!input.hall || size.height - 1.5F * style.head >= kHallColumns * style.body)
        return frame_with(input, size, style, usual, Columned::yes);
    // A few lines, as large as the chosen one allows.
    SourceFrame frame;
    for (const float code_size : { style.body, style.source, style.small }) {
        frame = frame_with(input, size, style, code_size, Columned::no);
        if (shows_chosen(frame, size.height))
            break;
    }
    return frame;
}

void draw_number(Canvas& canvas, ColumnPlace place, float size, const Counters& counters, std::uint32_t warp_width,
    float baseline, Color ground)
{
    const Style& style = canvas.style();
    const std::string words = counters.instructions == 0 ? std::string {} : place.column->words(counters);
    const Color color = place.column->color == nullptr ? style.text : style.*place.column->color(counters, warp_width);
    canvas.text({ place.right, baseline }, words,
        { Face::mono, size, legible(color, ground, style.text), Align::right, place.width - canvas.units(6.0F) });
}

// Background of the cell: the larger the line's share of the kernel's total, the more intense. Returns its color.
Color draw_heat(Canvas& canvas, const ColumnPlace& place, double heat, Rect row, Color ground)
{
    if (heat < 0.01)
        return ground;
    const Style& style = canvas.style();
    const bool bad = place.column->name == kExcess;
    const float gap = canvas.units(1.0F);
    const Rect cell { place.right - place.width + canvas.units(8.0F), row.y + gap, place.width - canvas.units(4.0F),
        row.height - 2 * gap };
    const Color color = mix(ground, bad ? style.vermilion : style.blue, static_cast<float>(0.06 + 0.22 * heat));
    canvas.fill(cell, color, canvas.units(3.0F));
    return color;
}

// The cost of the chosen line, for displays without columns. The worst value first; empty if the line was not executed.
Headline line_headline(const analysis::LineReport* report, std::uint32_t warp_width, const Style& style)
{
    if (report == nullptr || report->counters.instructions == 0)
        return {};
    const Counters& line = report->counters;
    const auto per = [&](std::uint64_t count, std::uint64_t ideal, std::uint64_t requests, std::string_view noun) {
        const std::string number = per_request(count, requests);
        const std::string least = per_request(ideal, requests);
        const std::string words = fmt::format("{} {}", number, noun_for(noun, number == "1" ? 1 : 2));
        const Color color = count > ideal ? style.vermilion : style.green;
        return Headline { { trf("{} per request, ideal {}", words, least), trf("{}, ideal {}", words, least), words }, color,
            count <= ideal };
    };
    const bool shared = line.shared_requests != 0;
    if (shared && (line.wavefronts_excess() != 0 || line.global_requests == 0))
        return per(line.wavefronts, line.wavefronts_ideal, line.shared_requests, "wavefront");
    if (line.global_requests != 0)
        return per(line.sectors, line.sectors_ideal, line.global_requests, "sector");
    const double lanes = line.average_active_lanes();
    const bool all = lanes >= warp_width;
    return { { trf("{:.{}f} of {} lanes", lanes, lanes == std::round(lanes) ? 0 : 1, warp_width) },
        all                             ? style.green
            : lanes < 0.75 * warp_width ? style.orange
                                        : style.text,
        all };
}

// Returns the left end of the text.
float draw_line_numbers(Canvas& canvas, const SourceInput& input, const SourceFrame& frame)
{
    const Style& style = canvas.style();
    const float right = canvas.size().width;
    const Headline headline =
        line_headline(report_of(input, frame.chosen), input.report == nullptr ? 32 : input.report->warp_width, style);
    if (headline.wordings.empty())
        return right;
    const std::string words = fitting_words(headline.wordings, Face::semibold, style.head, 0.6F * right);
    const float width = std::min(room_for(words, Face::semibold, style.head), 0.6F * right);
    canvas.text({ right, 0.85F * style.head }, words, { Face::semibold, style.head, headline.color, Align::right, width });
    if (!headline.tick)
        return right - width;
    const float mark = 0.8F * style.head;
    canvas.tick({ right - width - mark, 0.85F * style.head - kCapitalHeight / 2 * style.head }, mark, headline.color);
    return right - width - 2 * mark;
}

void draw_head(Canvas& canvas, const SourceInput& input, const SourceFrame& frame)
{
    const Style& style = canvas.style();
    const float baseline = 0.85F * style.head;
    const float left = room_for(tr("Source"), Face::semibold, style.head) + canvas.units(12.0F);
    canvas.text({ 0, baseline }, tr("Source"), { Face::semibold, style.head, style.text, Align::left, left });
    std::string words = input.file;
    if (input.report != nullptr)
        words += " · " + input.report->kernel + (frame.columns.size() > 1 ? tr(" · averages") : "");
    float right = canvas.size().width;
    if (input.report != nullptr && !frame.columns.empty())
        right = frame.columns.front().right - room_for(tr(frame.columns.front().column->name), Face::regular, style.small);
    if (input.line_numbers && frame.columns.empty())
        right = draw_line_numbers(canvas, input, frame);
    const float room = right - canvas.units(12.0F) - left;
    if (room > canvas.units(60.0F))
        canvas.text({ left, baseline }, words, { Face::regular, style.small, style.secondary, Align::left, room });
    if (input.report == nullptr)
        return;
    for (const ColumnPlace& place : frame.columns)
        canvas.text({ place.right, baseline }, std::string { tr(place.column->name) },
            { Face::regular, style.small, style.secondary, Align::right, place.width - canvas.units(6.0F) });
}

} // namespace

DrawList source_figure(const SourceInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const SourceFrame frame = frame_of(input, size, style);
    draw_head(canvas, input, frame);
    if (frame.count == 0) {
        canvas.empty_words({ 0, frame.top, size.width, size.height - frame.top }, tr("no source to show"));
        return canvas.finish();
    }
    const std::uint32_t warp_width = input.report == nullptr ? 32 : input.report->warp_width;
    const float room = room_for_code(frame, style);
    float y = frame.top;
    for (std::uint32_t i = 0; i < frame.count; ++i) {
        const std::uint32_t line = frame.first + i;
        const std::vector<std::string>& code = frame.rows[i];
        const Rect row { 0, y, size.width, frame.pitch * static_cast<float>(std::max<std::size_t>(code.size(), 1)) };
        y = row.bottom();
        if (y > size.height + 1.0F) // a line that is longer than the panel
            break;
        if (!input.host)
            on_click(canvas, row, session::SelectLine { line });
        const float middle = row.y + frame.pitch / 2; // of its first row
        const float baseline = centered_baseline(middle, frame.size);
        const analysis::LineReport* report = report_of(input, line);
        if (line == frame.chosen) {
            const float bleed = canvas.units(6.0F);
            canvas.fill({ row.x - bleed, row.y, row.width + 2 * bleed, row.height }, chosen_color(style), canvas.units(5.0F));
            canvas.fill({ row.x - bleed, row.y, canvas.units(3.0F), row.height }, style.orange, canvas.units(1.5F));
        }
        if (std::find(input.changed.begin(), input.changed.end(), line) != input.changed.end()) {
            // A plus sign, as in a diff.
            const float bleed = canvas.units(6.0F);
            canvas.fill({ row.x - bleed, row.y, frame.code_right + bleed, row.height },
                mix(line == frame.chosen ? chosen_color(style) : style.panel, style.green, 0.14F), canvas.units(3.0F));
            canvas.text({ frame.code_left - canvas.units(2.0F), baseline }, "+",
                { Face::mono, frame.size, style.green, Align::right, frame.size });
        }
        if (line == input.executed) {
            const float bleed = canvas.units(6.0F);
            canvas.outline({ row.x - bleed, row.y, row.width + 2 * bleed, row.height }, style.green, canvas.units(4.0F));
            canvas.triangle({ row.x - canvas.units(1.0F), middle }, 0.6F * frame.size, Pointing::right, style.green);
        }
        if (line == input.stopped)
            warning_sign(canvas, { 0.55F * frame.size, middle }, frame.size, style.vermilion);
        canvas.text({ frame.number_right, baseline }, std::to_string(line),
            { Face::mono, frame.size, line == frame.chosen ? style.orange : style.secondary, Align::right,
                frame.number_right - (line == input.stopped ? 1.15F * frame.size : 0.0F) });
        for (std::size_t part = 0; part < code.size(); ++part)
            draw_code(canvas, code[part], { frame.code_left, baseline + frame.pitch * static_cast<float>(part) }, frame.size,
                room, report != nullptr || input.report == nullptr ? style.text : style.secondary);
        if (report != nullptr)
            for (const ColumnPlace& place : frame.columns) {
                const Rect first { row.x, row.y, row.width, frame.pitch };
                const Color ground = draw_heat(canvas, place, place.column->heat(report->counters, input.report->total), first,
                    line == frame.chosen ? chosen_color(style) : style.panel);
                draw_number(canvas, place, frame.size, report->counters, warp_width, baseline, ground);
            }
    }
    return canvas.finish();
}

} // namespace warpstage::views

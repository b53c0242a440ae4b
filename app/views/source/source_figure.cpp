#include "app/views/source/source_figure.h"

#include "app/views/source/source_code.h"
#include "app/views/source/source_layout.h"

namespace warpstage::views {

namespace {

using analysis::Counters;

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
    const bool bad = shows_excess(*place.column);
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
    if (const std::uint64_t atomics = line.shared_atomics.requests + line.global_atomics.requests; atomics != 0) {
        const std::uint64_t same_word = line.shared_atomics.same_word + line.global_atomics.same_word;
        const std::string number = per_request(same_word, atomics);
        return { { trf("up to {} lanes update one word", number), trf("{} on one word", number) },
            same_word > atomics ? style.vermilion : style.green, same_word <= atomics };
    }
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
    std::vector<std::string> wordings { input.file };
    if (input.report != nullptr)
        wordings = { input.file + " · " + input.report->kernel + (frame.columns.size() > 1 ? tr(" · averages") : ""),
            input.file + " · " + input.report->kernel, input.report->kernel };
    float right = canvas.size().width;
    if (input.report != nullptr && !frame.columns.empty())
        right = frame.columns.front().right - room_for(tr(frame.columns.front().column->name), Face::regular, style.small);
    if (input.line_numbers && frame.columns.empty())
        right = draw_line_numbers(canvas, input, frame);
    const float room = right - canvas.units(12.0F) - left;
    if (room > canvas.units(60.0F))
        canvas.text({ left, baseline }, fitting_words(wordings, Face::regular, style.small, room),
            { Face::regular, style.small, style.secondary, Align::left, room });
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
    const SourceFrame frame = source_frame(input, size, style);
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

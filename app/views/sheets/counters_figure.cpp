#include "app/views/sheets/counters_figure.h"

#include "app/views/frame/panel.h"
#include "app/views/frame/tip.h"
#include "core/analysis/metrics.h"

namespace warpstage::views {

namespace {

using analysis::Comparison;

std::string number_words(const analysis::Metric& metric, double value)
{
    if (!std::isfinite(value))
        return "–";
    return metric.whole ? text::grouped(std::llround(value)) : analysis::value_text(metric, value);
}

std::string difference_words(const Comparison& row)
{
    if (!std::isfinite(row.measured))
        return "–";
    if (!std::isfinite(row.difference))
        return tr("none counted");
    return std::abs(row.difference) < 0.005 ? tr("same") : numf("{:+.2f}\u2009%", row.difference);
}

enum class Verdict : std::uint8_t { open, agrees, explained, differs };

Verdict verdict_of(const Comparison& row)
{
    if (!std::isfinite(row.measured) || row.metric->tolerance == 0.0)
        return Verdict::open;
    if (row.agrees)
        return Verdict::agrees;
    return row.reason.empty() ? Verdict::differs : Verdict::explained;
}

struct CounterColumns {
    float label = 0.0F;
    float number = 0.0F; // each of the three
    float reason = 0.0F; // 0: it does not fit
};

CounterColumns columns_of(const Canvas& canvas, const session::CounterView& counters, float width, float size)
{
    CounterColumns columns;
    const float gap = canvas.units(12.0F);
    columns.number = room_for(tr("difference"), Face::regular, size);
    for (const session::CountedLaunchView& launch : counters.launches)
        for (const Comparison& row : launch.comparisons) {
            columns.label = std::max(columns.label, room_for(row.metric->label, Face::regular, size));
            for (const std::string& words :
                { number_words(*row.metric, row.predicted), number_words(*row.metric, row.measured), difference_words(row) })
                columns.number = std::max(columns.number, room_for(words, Face::mono, size));
        }
    columns.number = std::min(columns.number + gap, 0.24F * width);
    columns.label = std::min(columns.label + gap, width - 3 * columns.number);
    columns.reason = width - columns.label - 3 * columns.number - gap;
    if (columns.reason < canvas.units(160.0F)) {
        columns.reason = 0.0F;
        columns.label = width - 3 * columns.number;
    }
    return columns;
}

void draw_row(Canvas& canvas, const Comparison& row, const CounterColumns& columns, Rect rect, float size)
{
    const Style& style = canvas.style();
    const float middle = rect.y + rect.height / 2;
    const float baseline = centered_baseline(middle, size);
    const float gap = canvas.units(12.0F);
    canvas.text({ rect.x, baseline }, std::string { row.metric->label },
        { Face::regular, size, style.text, Align::left, columns.label - gap });
    const Verdict verdict = verdict_of(row);
    const Color color = verdict == Verdict::agrees ? style.green
        : verdict == Verdict::differs              ? style.vermilion
        : verdict == Verdict::explained            ? style.orange
                                                   : style.secondary;
    float x = rect.x + columns.label;
    for (const auto& [words, ink] : { std::pair { number_words(*row.metric, row.predicted), style.text },
             std::pair { number_words(*row.metric, row.measured), style.text }, std::pair { difference_words(row), color } }) {
        x += columns.number;
        canvas.text({ x, baseline }, words, { Face::mono, size, ink, Align::right, columns.number - gap });
    }
    if (columns.reason > 0.0F && !row.reason.empty())
        canvas.text({ x + gap, baseline }, row.reason, { Face::regular, size, style.secondary, Align::left, columns.reason });
    if (verdict == Verdict::agrees && columns.reason > 0.0F && row.reason.empty())
        canvas.tick({ x + gap + size / 2, middle }, 0.75F * size, color);
    else if (verdict == Verdict::differs && columns.reason > 0.0F)
        canvas.text({ x + gap, baseline }, tr("unexplained mismatch"),
            { Face::regular, size, style.vermilion, Align::left, columns.reason });
}

std::string extent_words(const Dim3& extent)
{
    return fmt::format("{}×{}×{}", extent.x, extent.y, extent.z);
}

// Lines of text in `color`; returns the position of the next item.
float draw_sentence(Canvas& canvas, const std::string& sentence, Rect room, Color color, std::size_t most)
{
    const Style& style = canvas.style();
    const float pitch = 1.4F * style.small;
    most = std::min(most, static_cast<std::size_t>(std::max(room.height / pitch, 0.0F)));
    const std::vector<std::string> lines = wrap_text(sentence, Face::regular, style.small, room.width / 1.05F, most);
    return draw_lines(canvas, { room.x, room.y + pitch / 2 }, lines, pitch,
               { Face::regular, style.small, color, Align::left, room.width })
        - pitch / 2;
}

Headline headline_of(const session::CounterView& counters, const Style& style)
{
    std::size_t expected = 0;
    std::size_t agreeing = 0;
    for (const session::CountedLaunchView& launch : counters.launches)
        for (const Comparison& row : launch.comparisons) {
            const Verdict verdict = verdict_of(row);
            expected += verdict != Verdict::open ? 1 : 0;
            agreeing += verdict == Verdict::agrees ? 1 : 0;
        }
    if (expected == 0)
        return {};
    return { { trf("{} of {} values agree", agreeing, expected), trf("{} of {}", agreeing, expected) },
        agreeing == expected ? style.green : style.orange, agreeing == expected };
}

// A value can differ because the assembler generates other instructions than those of PTX.
bool has_explained(const session::CounterView& counters)
{
    return std::ranges::any_of(counters.launches, [](const session::CountedLaunchView& launch) {
        return std::ranges::any_of(
            launch.comparisons, [](const Comparison& row) { return verdict_of(row) == Verdict::explained; });
    });
}

} // namespace

DrawList counters_figure(const CountersInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const session::CounterView* counters = input.counters;
    const bool found = counters != nullptr && !counters->running;
    canvas.heading(tr("Counters"), input.variant, found ? headline_of(*counters, style) : Headline {});
    const float top = canvas.heading_height();
    Rect room { 0, top, size.width, size.height - top };
    if (!found) {
        canvas.empty_words(room,
            counters == nullptr ? tr("press C to count the hardware events of one step")
                                : tr("running every block on the virtual machine and counting on the GPU…"));
        return canvas.finish();
    }
    const auto go_on_at = [&](float y) {
        room.height = room.bottom() - y;
        room.y = y;
    };
    if (!counters->refusal.empty())
        go_on_at(draw_sentence(canvas, counters->refusal, room, style.orange, 4) + canvas.units(6.0F));
    if (!counters->unpredicted.empty()) {
        draw_sentence(canvas, counters->unpredicted, room, style.vermilion, 4);
        return canvas.finish();
    }
    const float font = style.smallest;
    const float pitch = 1.55F * font;
    const CounterColumns columns = columns_of(canvas, *counters, size.width, font);
    const float head = 1.5F * font;
    for (const session::CountedLaunchView& launch : counters->launches) {
        if (room.height < head + 3 * pitch)
            break;
        const float baseline = centered_baseline(room.y + head / 2, font);
        canvas.text({ 0, baseline },
            trf("{} · grid {} · block {}", launch.kernel, extent_words(launch.grid), extent_words(launch.block)),
            { Face::semibold, font, style.text, Align::left, columns.label + 0.3F * columns.number });
        float x = columns.label;
        const std::array<std::string, 3> names { counters->architecture, tr("measured"), tr("difference") };
        for (const std::string& name : names) {
            x += columns.number;
            canvas.text({ x, baseline }, name,
                { Face::regular, font, style.secondary, Align::right, columns.number - canvas.units(4.0F) });
        }
        canvas.line({ 0, room.y + head }, { size.width, room.y + head }, style.border, canvas.units(1.0F));
        go_on_at(room.y + head + canvas.units(2.0F));
        for (const Comparison& row : launch.comparisons) {
            if (room.height < pitch)
                break;
            const Rect place { 0, room.y, size.width, pitch };
            draw_row(canvas, row, columns, place, font);
            if (input.recorded != nullptr)
                canvas.tip(place, metric_tip(row.metric->id, *input.recorded));
            go_on_at(room.y + pitch);
        }
        go_on_at(room.y + canvas.units(8.0F));
    }
    std::string origin = counters->machine.empty()
        ? tr("Predicted by running every block on the virtual machine; nothing was measured.")
        : trf("Predicted by running every block on the virtual machine. Measured on {}.", counters->machine);
    if (has_explained(*counters))
        origin += " " + std::string { tr("X shows the machine code, which differs from PTX.") };
    if (room.height > 1.4F * style.small)
        draw_sentence(canvas, origin, room, style.secondary, 2);
    return canvas.finish();
}

std::vector<session::Command> request_counters(const session::Snapshot& model)
{
    return model.counters->hardware == nullptr ? std::vector<session::Command> { session::CountHardware {} }
                                               : std::vector<session::Command> {};
}

DrawList counters_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const session::CounterView* hardware = model.counters->hardware.get();
    const Rect inside = scope.inside();
    Canvas canvas = sheet_canvas(scope);
    canvas.tip(inside,
        { tr("Predicted and measured"),
            tr("Counts for the whole grid: predicted by the virtual machine and measured with hardware counters."),
            tr("difference = 100 × (measured − predicted) / predicted"),
            hardware != nullptr && !hardware->machine.empty() ? tr("Counted on ") + hardware->machine + "."
                                                              : tr("Prediction only: no hardware counters."),
            tr("the same metric names") });
    const auto& assessment = model.run->assessment;
    canvas.append(
        counters_figure({ hardware, label_of(model, model.setup->variant), assessment ? &assessment->report.total : nullptr },
            inside.size(), scope.style),
        inside.corner());
    return canvas.finish();
}

} // namespace warpstage::views

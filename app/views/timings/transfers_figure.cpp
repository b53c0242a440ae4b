#include "app/views/timings/transfers_figure.h"

#include "app/draw/axis.h"
#include "app/draw/marks.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/timings/time_words.h"
#include "core/session/scene/transfer_view.h"

namespace warpstage::views {

namespace {

using session::TransferFrame;
using TransferKind = TransferFrame::Kind;
using TransferSpan = TransferFrame::Span;

constexpr float kTallestRow = 92.0F;

struct Engine { // of the GPU, in the order in which a chunk passes through them
    TransferKind kind;
    const char* name;
    Color Style::*color;
};
constexpr std::array kEngines { Engine { TransferKind::to_device, marked("copy in"), &Style::blue },
    Engine { TransferKind::kernel, marked("kernel"), &Style::orange },
    Engine { TransferKind::to_host, marked("copy out"), &Style::green } };

const Engine& engine_of(TransferKind kind)
{
    return *std::ranges::find(kEngines, kind, &Engine::kind);
}

double ratio(std::chrono::nanoseconds part, std::chrono::nanoseconds whole)
{
    return whole.count() <= 0 ? 0.0 : static_cast<double>(part.count()) / static_cast<double>(whole.count());
}

// Whether the lengths of the bars are times.
enum class Lengths : std::uint8_t { measured, estimated, arbitrary };

Lengths lengths_of(const TransfersInput& input)
{
    if (!input.estimated.empty())
        return Lengths::estimated;
    return input.frame.source == TransferFrame::Source::measured ? Lengths::measured : Lengths::arbitrary;
}

struct Gantt {
    Rect area; // of the bars
    const TransferFrame& frame;
    Lengths lengths;

    [[nodiscard]] float x_of(std::chrono::nanoseconds time) const
    {
        return area.x + area.width * static_cast<float>(std::clamp(ratio(time, frame.length), 0.0, 1.0));
    }
};

// An estimate is hatched, as everywhere.
void draw_work(Canvas& canvas, Rect bar, Color color, bool estimated)
{
    if (!estimated || bar.width < canvas.units(3.0F)) {
        canvas.fill(bar, color, canvas.units(2.0F));
        return;
    }
    canvas.fill(bar, mix(canvas.style().panel, color, 0.25F), canvas.units(2.0F));
    hatch(canvas, bar, color, canvas.units(7.0F));
    canvas.outline(bar, color, canvas.units(2.0F));
}

// Filled while the copy is in progress; a line while it waits for the copy engine.
void draw_span(Canvas& canvas, const Gantt& gantt, const TransferSpan& span, const std::string& words, float middle, float height)
{
    const Style& style = canvas.style();
    const float begin = gantt.x_of(span.begin);
    const float end = std::max(gantt.x_of(span.end), begin + canvas.units(1.0F));
    const float issued = gantt.x_of(span.issued);
    const Color color = shape_color(style, style.*engine_of(span.kind).color);
    if (begin - issued > canvas.units(3.0F))
        canvas.line({ issued, middle }, { begin, middle }, color, canvas.units(1.5F));
    // A narrow gap separates adjacent bars of one kind.
    const float gap = end - begin > canvas.units(6.0F) ? canvas.units(0.75F) : 0.0F;
    draw_work(
        canvas, { begin + gap, middle - height / 2, end - begin - 2 * gap, height }, color, gantt.lengths == Lengths::estimated);
    const float room = room_for(words, Face::semibold, style.smallest);
    if (words.empty() || room + canvas.units(8.0F) >= end - begin)
        return;
    if (gantt.lengths == Lengths::estimated) // not on the hatching
        canvas.chip({ (begin + end - room) / 2 - canvas.units(3.0F), middle - 0.7F * style.smallest, room + canvas.units(6.0F),
                        1.4F * style.smallest },
            words, style.panel, style.text, Face::semibold, style.smallest);
    else
        canvas.label({ (begin + end) / 2, middle }, words,
            { Face::semibold, style.smallest, legible(on_fill(style), color, style.text), Align::center, room });
}

void draw_axis(Canvas& canvas, const Gantt& gantt)
{
    const Style& style = canvas.style();
    const float y = gantt.area.bottom();
    canvas.line({ gantt.area.x, y }, { gantt.area.right(), y }, style.border, canvas.units(1.0F));
    const float baseline = y + 1.25F * style.smallest;
    if (gantt.lengths == Lengths::arbitrary) {
        canvas.text({ gantt.area.x + gantt.area.width / 2, baseline }, tr("order only; lengths are not times"),
            note(style, gantt.area.width, Align::center));
        return;
    }
    const double milliseconds = static_cast<double>(gantt.frame.length.count()) * 1e-6;
    const bool micro = milliseconds < 1.0;
    const double high = micro ? milliseconds * 1e3 : milliseconds;
    const auto marks = static_cast<std::size_t>(std::clamp(gantt.area.width / canvas.units(110.0F), 2.0F, 10.0F));
    const Axis axis { 0.0, high, marks, Spacing::linear, Ends::exact };
    for (const double mark : axis.marks()) {
        const float x = gantt.area.x + gantt.area.width * axis.share(mark);
        canvas.line({ x, gantt.area.y }, { x, y }, style.border, canvas.units(1.0F));
        const std::string words = mark_words(mark) + (micro ? " µs" : tr(" ms"));
        const float room = room_for(words, Face::mono, style.smallest);
        const Align align = x - room / 2 < 0.0F ? Align::left : x + room / 2 > canvas.size().width ? Align::right : Align::center;
        canvas.text({ x, baseline }, words, number_note(style, room, align));
    }
}

Headline headline_of(const TransfersInput& input, const Style& style)
{
    const std::string duration = text::duration(input.frame.length);
    switch (lengths_of(input)) {
    case Lengths::measured:
        return { { trf("{} measured", duration), duration }, style.text, false };
    case Lengths::arbitrary:
        return { { tr("not measured: possible overlap"), tr("not measured") }, style.orange, false };
    case Lengths::estimated:
        break;
    }
    std::vector<std::string> wordings;
    for (const std::string& origin : input.estimated)
        wordings.push_back(fmt::format("{} {}", duration, origin));
    return { wordings, style.orange, false };
}

} // namespace

DrawList transfers_figure(const TransfersInput& input, Size size, const Style& style)
{
    const TransferFrame& frame = input.frame;
    const Lengths lengths = lengths_of(input);
    Canvas canvas(size, style);
    const std::string subtitle =
        trf("{} · {} memory", counted(frame.streams, "stream"), frame.pageable ? tr("pageable") : tr("pinned"));
    canvas.heading(tr("Copies and kernels"), subtitle, headline_of(input, style));
    const float top = canvas.heading_height() + canvas.units(4.0F);
    const float foot = 1.8F * style.smallest;
    const float label = room_for(tr("copy out"), Face::regular, style.small) + canvas.units(14.0F);
    const bool timed = lengths != Lengths::arbitrary;
    const float share = timed ? room_for("100 %", Face::mono, style.small) + canvas.units(10.0F) : 0.0F;
    const auto rows = static_cast<float>(frame.streams + kEngines.size());
    const float between = canvas.units(16.0F); // streams above, engines below
    const float pitch = std::min((size.height - top - foot - between) / rows, canvas.units(kTallestRow));
    if (frame.spans.empty() || pitch < canvas.units(7.0F) || size.width < label + share + canvas.units(80.0F)) {
        canvas.empty_words(
            { 0, top, size.width, size.height - top }, frame.spans.empty() ? tr("nothing has run yet") : tr("too small"));
        return canvas.finish();
    }
    const Gantt gantt { { label, top, size.width - label - share, pitch * rows + between }, frame, lengths };
    draw_axis(canvas, gantt);
    const float height = 0.72F * pitch;
    const float word_size = pitch >= 1.2F * style.small ? style.small : style.smallest;
    const bool named = pitch >= 1.1F * style.smallest;
    const auto write = [&](const std::string& words, float middle, Color color) {
        if (named)
            canvas.label({ 0, middle }, words, { Face::regular, word_size, color, Align::left, label - canvas.units(6.0F) });
    };

    std::vector<std::size_t> pieces(kEngines.size(), 0);
    for (const TransferSpan& span : frame.spans) {
        const float middle = top + pitch * (static_cast<float>(span.stream) + 0.5F);
        const std::size_t number = ++pieces.at(static_cast<std::size_t>(span.kind));
        draw_span(canvas, gantt, span, fmt::format("{} {}", engine_of(span.kind).name, number), middle, height);
    }
    for (std::uint32_t stream = 0; stream < frame.streams; ++stream)
        write(trf("stream {}", stream), top + pitch * (static_cast<float>(stream) + 0.5F), style.secondary);

    const float split = top + pitch * static_cast<float>(frame.streams) + between / 2;
    canvas.line({ 0, split }, { size.width, split }, style.border, canvas.units(1.0F));
    for (std::size_t i = 0; i < kEngines.size(); ++i) {
        const Engine& engine = kEngines.at(i);
        const float middle = split + between / 2 + pitch * (static_cast<float>(i) + 0.5F);
        for (TransferSpan span : frame.spans) {
            if (span.kind != engine.kind)
                continue;
            span.issued = span.begin;
            draw_span(canvas, gantt, span, "", middle, height);
        }
        write(tr(engine.name), middle, style.text);
        if (named && timed)
            canvas.label({ size.width, middle },
                numf("{:.0f} %", 100.0 * ratio(session::busy_time(frame, engine.kind), frame.length)),
                { Face::mono, word_size, style.text, Align::right, share });
    }
    return canvas.finish();
}

DrawList transfers_view(const Scope& scope)
{
    TransfersInput input { *scope.model.scene->transfers, {} };
    const auto step = scope.model.estimates->of(scope.model.setup->variant).step;
    if (step != nullptr && input.frame.source == TransferFrame::Source::possible)
        if (auto estimated = session::estimated_transfers(input.frame, *step))
            input = { *std::move(estimated), estimate_wordings(scope.model) };
    const TransferFrame& frame = input.frame;
    Canvas canvas(scope.size, scope.style);
    canvas.append(transfers_figure(input, scope.size, scope.style), {});
    canvas.tip(scope.size.area(),
        { tr("Copies and kernels"), tr("One bar per operation, from its start to its end; one row per stream."),
            trf("{} operations in {} streams", frame.spans.size(), frame.streams),
            frame.source == TransferFrame::Source::measured ? tr("Measured with CUDA events in the streams.")
                : !input.estimated.empty()
                ? trf("Estimated for {} by the SM model from blocks that ran on the virtual machine. Not a measurement.",
                    scope.model.estimates->gpu)
                : tr("Shows what can overlap. The lengths mean nothing until a GPU has run the step."),
            {} });
    return canvas.finish();
}

Result<Exhibit> prepare_transfers(const Subject& subject)
{
    const Measurement& measurement = *subject.measurement;
    if (!measurement.transfers)
        return Error { fmt::format("Variant `{}` of lesson `{}` copies nothing between host and device. The figure `transfers` "
                                   "requires a lesson with copies.",
            subject.variant, subject.lesson->id) };
    const auto frame = *measurement.transfers;
    const bool measured = frame.source == session::TransferFrame::Source::measured;
    CaptionInput caption;
    caption.kernel = fmt::format("{} · {}", subject.lesson->title, subject.lesson->find_variant(subject.variant)->label);
    if (measured)
        caption.numbers = { trf("this step: {}", text::duration(frame.length)),
            trf("median {} of {} runs", text::duration(measurement.step.median), measurement.step.samples) };
    caption.what = subject.settings;
    caption.source = measured ? trf("measured with CUDA events on {} ({})", measurement.engine.name, measurement.engine.detail)
                              : tr("not measured (no GPU): shows only the order that streams and copy engines allow");
    return Exhibit { caption, [frame](Size size, const Style& style) {
                        return transfers_figure({ frame, {} }, size, style);
                    } };
}

} // namespace warpstage::views

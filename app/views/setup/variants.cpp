#include "app/views/drawing.h"
#include "app/views/frame/panel.h"
#include "app/views/frame/tip.h"
#include "app/views/timings/samples.h"
#include "app/views/timings/time_words.h"
#include "core/timing/limiter_words.h"

namespace warpstage::views {

namespace {

constexpr float kSmallestRow = 24.0F;
constexpr float kBarRow = 25.0F; // minimum height for a bar
constexpr float kTwoLineRow = 37.0F; // minimum height for the speedup
constexpr float kMaxRowPitch = 78.0F;

// Length of a bar: the speed relative to the fastest variant, linear if the slowest one stays visible, else logarithmic. Host
// code has no bar beside estimates, because the two are not comparable.
struct SpeedScale {
    session::ShownTime::Kind kind = session::ShownTime::Kind::measured; // of times that have bars
    double fastest = 0.0; // seconds
    double slowest = 0.0;

    [[nodiscard]] bool logarithmic() const { return slowest > 16.0 * fastest; }
    [[nodiscard]] float share(double seconds) const
    {
        if (seconds <= 0.0 || fastest <= 0.0)
            return 0.0F;
        if (!logarithmic())
            return static_cast<float>(fastest / seconds);
        const double base = 2.0 * slowest; // minimum length for the slowest one
        return static_cast<float>(std::log(base / seconds) / std::log(base / fastest));
    }
};

double seconds_of(const session::ShownTime& shown)
{
    return std::chrono::duration<double>(shown.time).count();
}

SpeedScale scale_of(const std::vector<session::ShownTime>& variants)
{
    using Kind = session::ShownTime::Kind;
    SpeedScale scale;
    if (std::ranges::any_of(variants, [](const auto& shown) { return shown.kind == Kind::estimated; }))
        scale.kind = Kind::estimated;
    for (const session::ShownTime& shown : variants) {
        const double seconds = seconds_of(shown);
        if (seconds <= 0.0 || shown.kind != scale.kind)
            continue;
        scale.fastest = scale.fastest == 0.0 ? seconds : std::min(scale.fastest, seconds);
        scale.slowest = std::max(scale.slowest, seconds);
    }
    return scale;
}

std::string speed_up_words(double speed_up)
{
    if (speed_up <= 0.0)
        return {};
    if (speed_up >= 9999.5)
        return text::with_prefix(speed_up) + "×";
    return factor(speed_up) + "×";
}

// A row of two lines: the label above the bar, and the time; with less height one line without the bar.
void draw_row(Canvas& canvas, const session::VariantView& variant, const session::ShownTime& timed, std::size_t index,
    bool chosen, const SpeedScale& scale, Rect row, const std::string& time_words)
{
    const Style& style = canvas.style();
    const bool two_lines = row.height >= canvas.units(kTwoLineRow);
    if (chosen)
        canvas.frame(row, chosen_color(style), style.orange, canvas.units(7.0F));
    const float inset = canvas.units(7.0F);
    const float chip = canvas.units(two_lines ? 25.0F : 22.0F);
    const Rect chip_rect { row.x + inset, row.y + (row.height - chip) / 2, chip, chip };
    canvas.chip(chip_rect, std::to_string(index + 1), chosen ? style.orange : track_color(style),
        chosen ? on_fill(style) : style.text, Face::semibold, style.small);

    const float left = chip_rect.right() + canvas.units(10.0F);
    const float right = row.right() - inset;
    const float gap = canvas.units(8.0F);
    const bool known = timed.known();
    const float time_size = two_lines ? style.small : style.smallest;
    const Ink time { Face::mono, time_size, known ? style.text : style.secondary, Align::right,
        std::max(room_for(trf("{}.00 ms", "00"), Face::mono, time_size), room_for(time_words, Face::mono, time_size)) };
    const Ink factor { Face::mono, style.smallest, chosen ? style.text : style.secondary, Align::right,
        room_for("0.00×", Face::mono, style.smallest) };
    const Ink label { chosen ? Face::semibold : Face::regular, two_lines ? style.body : style.small,
        chosen ? style.text : style.secondary };
    // A long name is written smaller before it is cut.
    const auto write_label = [&](float middle, float end) {
        const float room = end - left;
        const float size = fitting_size(variant.label, label.face, room,
            { label.size, std::min(label.size, style.source), std::min(label.size, style.small), style.smallest });
        if (room > canvas.units(16.0F))
            canvas.label({ left, middle }, variant.label, { label.face, size, label.color, Align::left, room });
    };
    const auto draw_bar = [&](Rect track) {
        const float radius = track.height / 2;
        canvas.fill(track, track_color(style), radius);
        if (known && timed.kind == scale.kind)
            canvas.fill({ track.x, track.y, std::max(scale.share(seconds_of(timed)) * track.width, track.height), track.height },
                shape_color(style, chosen ? style.orange : style.blue), radius);
    };
    if (!two_lines) { // label and time, and a thin bar below them if there is space
        const bool bar = row.height >= canvas.units(kBarRow);
        const float middle = row.y + row.height * (bar ? 0.42F : 0.5F);
        canvas.text({ right, centered_baseline(middle, time.size) }, time_words, time);
        const float reserved = known ? time.max_width : room_for(time_words, Face::mono, time.size);
        write_label(middle, right - reserved - gap);
        if (bar)
            draw_bar({ left, row.bottom() - canvas.units(6.0F), right - left, canvas.units(3.0F) });
        return;
    }
    const float between = std::clamp(0.12F * row.height, 0.0F, canvas.units(6.0F));
    const float top = row.y + (row.height - 0.95F * (label.size + time.size) - between) / 2;
    const float first = top + 0.475F * label.size;
    const float second = top + 0.95F * label.size + between + 0.475F * time.size;
    canvas.text({ right, centered_baseline(first, factor.size) }, speed_up_words(timed.speed_up), factor);
    write_label(first, right - (known ? factor.max_width + gap : 0.0F));
    canvas.text({ right, centered_baseline(second, time.size) }, time_words, time);

    const float height = canvas.units(6.0F);
    const Rect track { left, second - height / 2, right - time.max_width - gap - left, height };
    if (track.width > 4 * height)
        draw_bar(track);
}

// The summary of the chosen variant, if the rows leave space.
void draw_summary(Canvas& canvas, const std::string& summary, Rect room)
{
    const Style& style = canvas.style();
    const float pitch = 1.4F * style.small;
    const auto most = static_cast<std::size_t>(std::max(0.0F, std::floor((room.height - canvas.units(14.0F)) / pitch)));
    if (most < 2)
        return;
    canvas.line(
        { room.x, room.y + canvas.units(6.0F) }, { room.right(), room.y + canvas.units(6.0F) }, style.border, canvas.units(1.0F));
    draw_lines(canvas, { room.x, room.y + canvas.units(14.0F) + pitch / 2 },
        wrap_text(summary, Face::regular, style.small, room.width, std::min<std::size_t>(most, 6)), pitch,
        { Face::regular, style.small, style.secondary, Align::left, room.width });
}

Tip variant_tip(const session::Snapshot& model, std::size_t variant)
{
    const session::VariantView& view = model.setup->variants.at(variant);
    using Kind = session::ShownTime::Kind;
    const auto shown = shown_time(model, variant);
    const auto timing = model.timing->of(variant).timing;
    const auto estimate = model.estimates->of(variant);
    Tip tip { view.label, tr("Time of one step. The bar shows the speed relative to the fastest variant."), {}, {}, {} };
    if (shown.kind == Kind::estimated)
        tip.formula =
            trf("{}, limited by {}", text::duration(shown.time), std::string { tr(timing::limiter_words(*estimate.step)) });
    else if (!shown.known())
        tip.formula = shown.kind == Kind::unknown ? tr("not run yet")
            : shown.kind == Kind::estimating      ? tr("estimating…")
                                                  : shown.reason;
    else
        tip.formula = trf("measured {}, {}, {} to {}", text::duration(timing.median), samples_words(timing),
            text::duration(timing.minimum), text::duration(timing.maximum));
    if (shown.speed_up > 0.0 && shown.reference && *shown.reference != variant)
        tip.formula += numf("; {} / {} = {:.2f}×", text::duration(shown_time(model, *shown.reference).time),
            text::duration(shown.time), shown.speed_up);
    if (const auto beside = estimate_beside(model, variant); !beside.empty())
        tip.formula += trf(" · {}, limited by {}", beside.front(), std::string { tr(timing::limiter_words(*estimate.step)) });
    if (shown.kind == Kind::measured)
        tip.source = time_source(*model.device);
    else if (shown.kind != Kind::unknown)
        tip.source = shown.kind == Kind::host
            ? tr("Host code: measured on the CPU of this computer.")
            : trf("Estimated for {} by the SM model from blocks that ran on the virtual machine. Not a measurement.",
                model.estimates->gpu);
    if (const std::string_view sentence = sampling_sentence(timing.sampling); shown.kind == Kind::measured && !sentence.empty())
        tip.source += " " + std::string { sentence };
    if (!emulated(*model.device) && !view.on_host_only)
        tip.nsight = tr("gpu__time_duration.sum, summed over the step's kernels");
    return tip;
}

// On the virtual machine, the label that times are estimated is always shown, even in a narrow panel.
void draw_variants_heading(
    Canvas& canvas, const session::Snapshot& model, const SpeedScale& scale, std::size_t hidden, Rect inside)
{
    const Style& style = canvas.style();
    const std::string more = hidden == 0 ? "" : trf("{} more", hidden);
    const std::string bars = scale.logarithmic() ? tr("log scale") : "";
    const std::string subtitle = more.empty() || bars.empty() ? more + bars : more + " · " + bars;
    if (!emulated(*model.device) || model.estimates->gpu.empty()) {
        canvas.heading(inside, tr("Variants"), subtitle, {});
        return;
    }
    const std::vector<std::string> origins = estimate_wordings(model);
    const auto width = [&](const std::string& words) {
        return room_for(words, Face::semibold, style.head) + canvas.units(12.0F);
    };
    const float room = inside.width - width(tr("Variants"));
    const float with_subtitle = room - room_for(subtitle, Face::regular, style.small) - canvas.units(12.0F);
    const bool fits = width(tr("estimated")) <= room;
    canvas.heading(inside, fits ? tr("Variants") : tr("Estimated"), width(tr("estimated")) <= with_subtitle ? subtitle : "",
        { fits ? origins : std::vector<std::string> {}, style.orange, false });
    canvas.tip({ inside.x, inside.y, inside.width, canvas.heading_height() },
        { origins.front(),
            tr("Kernel times estimated by the SM model of this GPU from blocks that ran on the virtual machine. Not measured."),
            {}, {}, {} });
}

} // namespace

DrawList variants_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    Canvas canvas = panel_canvas(scope);
    const Rect inside = scope.inside();
    std::vector<session::ShownTime> times;
    for (std::size_t i = 0; i < model.setup->variants.size(); ++i)
        times.push_back(shown_time(model, i));
    const SpeedScale scale = scale_of(times);
    const float top = inside.y + canvas.heading_height();
    const Rect room { inside.x, top, inside.width, inside.bottom() - top };
    const std::size_t count = model.setup->variants.size();
    const std::size_t present = model.setup->variant;
    if (count == 0) {
        draw_variants_heading(canvas, model, scale, 0, inside);
        canvas.empty_words(room, tr("this lesson has no variants"));
        return canvas.finish();
    }
    const float spread = room.height / static_cast<float>(count);
    const float least = std::max(canvas.units(kSmallestRow), scope.style.least_target);
    const float pitch = std::clamp(spread, least, canvas.units(kMaxRowPitch));
    const auto shown = std::min(count, std::max<std::size_t>(1, rows_in(room.height + 0.5F, pitch)));
    draw_variants_heading(canvas, model, scale, count - shown, inside);
    // If not all fit, the rows scroll so that the chosen one is visible.
    const std::size_t first = std::min(present >= shown ? present - shown + 1 : 0, count - shown);
    const bool asked = model.cue->numbers == session::CueNumbers::hidden;
    float y = room.y;
    for (std::size_t i = first; i < first + shown; ++i) {
        const Rect row { room.x - canvas.units(5.0F), y, room.width + canvas.units(10.0F), pitch - canvas.units(3.0F) };
        draw_row(canvas, model.setup->variants[i], times[i], i, i == present, scale, row,
            i == present && asked ? "?" : time_words(times[i]));
        on_click(canvas, row, session::SelectVariant { i });
        canvas.tip(row, variant_tip(model, i));
        y += pitch;
    }
    if (present < count) { // the summary may contain numbers
        const Rect below { room.x, y, room.width, room.bottom() - y };
        canvas.tip({ below.x, below.y, below.width, std::max(below.height, 0.0F) }, variant_tip(model, present));
        draw_summary(canvas, model.setup->variants[present].summary, below);
    }
    return canvas.finish();
}

} // namespace warpstage::views

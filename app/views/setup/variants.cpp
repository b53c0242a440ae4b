#include "app/views/drawing.h"
#include "app/views/frame/panel.h"
#include "app/views/frame/tip.h"
#include "app/views/timings/present_time.h"
#include "app/views/timings/samples.h"
#include "app/views/timings/time_scale.h"
#include "app/views/timings/time_words.h"
#include "app/views/timings/timings_figure.h"
#include "core/timing/limiter_words.h"

namespace warpstage::views {

namespace {

using Kind = session::ShownTime::Kind;

constexpr float kSmallestRow = 22.0F;
constexpr float kBarRow = 20.0F; // minimum height for a bar
constexpr float kTwoLineRow = 35.0F; // minimum height for a bar below the words
constexpr float kMaxVariantPitch = 64.0F;
constexpr float kRoomForHistory = 110.0F; // below the rows

// A variant as a row: the same for all of them, so that their bars can be compared.
struct VariantRow {
    std::size_t index = 0;
    const session::VariantView* variant = nullptr;
    session::ShownTime time;
    std::string words; // in place of the time
    bool chosen = false;
};

// The kernels of the present variant in the order in which they run, as shares of its time.
struct TimePart {
    std::string name;
    std::chrono::nanoseconds time { 0 };
};

std::vector<TimePart> parts_of(const session::Snapshot& model, const session::ShownTime& shown)
{
    std::vector<TimePart> parts;
    if (shown.kind == Kind::estimated) {
        for (const timing::WorkEstimate& work : model.estimates->of(model.setup->variant).step->works)
            parts.push_back({ work.name, work.time });
    } else if (shown.known()) {
        for (const session::WorkView& work : model.timing->works)
            parts.push_back({ work.label, work.timing.median });
    }
    return parts;
}

void draw_filled(Canvas& canvas, Rect bar, Kind kind, Color color)
{
    const float radius = canvas.units(2.0F);
    if (kind == Kind::measured) {
        canvas.fill(bar, color, radius);
    } else if (kind == Kind::host) { // work of the host is hollow, because no kernel does it
        canvas.frame(bar, track_color(canvas.style()), canvas.style().secondary, radius);
    } else { // an estimate is hatched everywhere
        canvas.fill(bar, mix(canvas.style().panel, color, 0.25F), radius);
        hatch(canvas, bar, color, canvas.units(7.0F));
        canvas.outline(bar, color, radius);
    }
}

void draw_parts(Canvas& canvas, const std::vector<TimePart>& parts, Rect bar)
{
    const Style& style = canvas.style();
    std::chrono::nanoseconds all { 0 };
    for (const TimePart& part : parts)
        all += part.time;
    if (parts.size() < 2 || all.count() <= 0)
        return;
    std::chrono::nanoseconds before { 0 };
    for (const TimePart& part : parts) {
        const auto share = [&](std::chrono::nanoseconds time) {
            return static_cast<float>(static_cast<double>(time.count()) / static_cast<double>(all.count()));
        };
        const Rect rect { bar.x + bar.width * share(before), bar.y, bar.width * share(part.time), bar.height };
        before += part.time;
        if (before < all && rect.right() > bar.x + canvas.units(2.0F) && rect.right() < bar.right() - canvas.units(2.0F))
            canvas.line({ rect.right(), bar.y - canvas.units(1.0F) }, { rect.right(), bar.bottom() + canvas.units(1.0F) },
                style.panel, canvas.units(2.0F));
        canvas.tip(rect,
            { part.name, tr("A part of the bar is one kernel or copy, in proportion to its share of the time."),
                trf("{}, {:.0f} % of the step", text::duration(part.time), 100.0 * static_cast<double>(share(part.time))), {},
                {} });
    }
}

void draw_spread(Canvas& canvas, const TimeScale& scale, const session::TimingSummary& timing, Rect track)
{
    if (timing.samples < 2 || timing.minimum == timing.maximum)
        return;
    const float from = track.x + track.width * scale.share(timing.minimum);
    const float to = track.x + track.width * scale.share(timing.maximum);
    if (to - from < canvas.units(2.0F))
        return;
    const float middle = track.y + track.height / 2;
    const float cap = 0.4F * track.height;
    canvas.line({ from, middle }, { to, middle }, canvas.style().text, canvas.units(1.5F));
    for (const float x : { from, to })
        canvas.line({ x, middle - cap }, { x, middle + cap }, canvas.style().text, canvas.units(1.5F));
}

void draw_bar(Canvas& canvas, const session::Snapshot& model, const VariantRow& row, const TimeScale& scale, Rect track)
{
    const Style& style = canvas.style();
    canvas.fill(track, track_color(style), canvas.units(2.0F));
    if (!is_on_axis(model, row.time))
        return;
    const Color color = shape_color(style, row.chosen ? style.orange : style.blue);
    const float length = std::max(scale.share(row.time.time) * track.width, canvas.units(2.0F));
    const Rect bar { track.x, track.y, length, track.height };
    draw_filled(canvas, bar, row.time.kind, color);
    if (row.chosen && track.height >= canvas.units(6.0F))
        draw_parts(canvas, parts_of(model, row.time), bar);
    if (row.time.kind == Kind::estimated)
        return;
    draw_spread(canvas, scale, model.timing->of(row.index).timing, track);
    if (const auto step = model.estimates->of(row.index).step; step != nullptr && model.estimates->of_device) {
        const float side = std::max(track.height, canvas.units(7.0F));
        const float x = std::clamp(track.x + track.width * scale.share(step->time), track.x + side / 2, track.right() - side / 2);
        draw_hollow_marker(canvas, { x, track.y + track.height / 2 }, side, Marker::diamond, style.text);
    }
}

// The sign of a wrong variant and its words, or the time.
void write_time(Canvas& canvas, const VariantRow& row, float right, float middle, float size)
{
    const Style& style = canvas.style();
    if (row.time.kind != Kind::wrong) {
        canvas.text({ right, centered_baseline(middle, size) }, row.words,
            { Face::mono, size, row.time.known() ? style.text : style.secondary, Align::right,
                room_for(row.words, Face::mono, size) });
        return;
    }
    const float room = room_for(row.words, Face::regular, size);
    canvas.label({ right, middle }, row.words, { Face::regular, size, style.vermilion, Align::right, room });
    warning_sign(canvas, { right - room - 0.75F * size, middle }, size, style.vermilion);
}

float time_width(const VariantRow& row, float size)
{
    return row.time.kind == Kind::wrong ? room_for(row.words, Face::regular, size) + 1.5F * size
                                        : room_for(row.words, Face::mono, size);
}

// The time of host code with the size of its problem, which is another one than that of the axis; a dash if this does not fit.
std::string words_off_axis(const session::Snapshot& model, const VariantRow& row, float room, const Style& style)
{
    const std::string words = fmt::format("{}: {}", shown_size_words(model), row.words);
    const float label = room_for(row.variant->label, Face::semibold, style.small);
    return label + room_for(words, Face::mono, style.small) + 8.0F * style.scale <= room ? words : "–";
}

// The label and the time, and the bar below them if there is space.
void draw_row(
    Canvas& canvas, const session::Snapshot& model, const VariantRow& row, const TimeScale& scale, Rect rect, const Rect& track)
{
    const Style& style = canvas.style();
    const bool large = rect.height >= canvas.units(kTwoLineRow);
    const bool with_bar = rect.height >= canvas.units(kBarRow);
    if (row.chosen)
        canvas.frame(rect, chosen_color(style), style.orange, canvas.units(7.0F));
    const float inset = canvas.units(7.0F);
    const float chip = std::min(canvas.units(large ? 25.0F : 22.0F), rect.height);
    const Rect chip_rect { rect.x + inset, rect.y + (rect.height - chip) / 2, chip, chip };
    canvas.chip(chip_rect, std::to_string(row.index + 1), row.chosen ? style.orange : track_color(style),
        row.chosen ? on_fill(style) : style.text, Face::semibold, style.small);

    const float bar_height = std::clamp(0.2F * rect.height, canvas.units(3.0F), canvas.units(large ? 12.0F : 4.0F));
    // Letters below the line of the words do not touch the bar.
    const float below = large ? bar_height + std::clamp(0.12F * rect.height, canvas.units(4.0F), canvas.units(9.0F))
                              : (with_bar ? bar_height + canvas.units(4.0F) : 0.0F);
    const float middle = rect.y + (rect.height - below) / 2;
    const float gap = canvas.units(8.0F);
    const float time_size = large ? style.small : style.smallest;
    write_time(canvas, row, track.right(), middle, time_size);
    float end = track.right() - time_width(row, time_size) - gap;

    const Ink label { row.chosen ? Face::semibold : Face::regular, large ? style.body : style.small,
        row.chosen ? style.text : style.secondary };
    const std::string ratio = large ? brief_ratio(model, row.index) : std::string {};
    const float ratio_room = room_for(ratio, Face::regular, style.smallest);
    if (!ratio.empty() && end - ratio_room - gap - track.x >= room_for(row.variant->label, label.face, style.small)) {
        canvas.label({ end, middle }, ratio,
            { Face::regular, style.smallest, row.chosen ? style.text : style.secondary, Align::right, ratio_room });
        end -= ratio_room + gap;
    }
    // A long name is written smaller before it is cut.
    const float room = end - track.x;
    const float size = fitting_size(row.variant->label, label.face, room,
        { label.size, std::min(label.size, style.source), std::min(label.size, style.small), style.smallest });
    if (room > canvas.units(16.0F))
        canvas.label({ track.x, middle }, row.variant->label, { label.face, size, label.color, Align::left, room });
    if (with_bar)
        draw_bar(canvas, model, row, scale,
            { track.x, rect.bottom() - bar_height - canvas.units(large ? 5.0F : 0.5F), track.width, bar_height });
}

Tip variant_tip(const session::Snapshot& model, std::size_t variant)
{
    const session::VariantView& view = model.setup->variants.at(variant);
    const auto shown = shown_time(model, variant);
    const auto timing = model.timing->of(variant).timing;
    const auto estimate = model.estimates->of(variant);
    Tip tip { view.label, tr("Time of one step: the longer the bar, the slower the variant."), {}, {}, {} };
    if (shown.kind == Kind::wrong) {
        tip.formula = trf("no time: {}", std::string { tr(shown.reason) });
        return tip;
    }
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
    if (const std::string ratio = ratio_words(model, variant); !ratio.empty())
        tip.formula += "; " + ratio;
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
void draw_variants_heading(Canvas& canvas, const session::Snapshot& model, std::size_t hidden, Rect inside)
{
    const Style& style = canvas.style();
    const std::string more = hidden == 0 ? "" : trf("{} more ↓", hidden);
    if (!emulated(*model.device) || model.estimates->gpu.empty()) {
        const std::string origin = origin_words(model, Kind::measured);
        const std::string subtitle = more.empty() ? origin : more;
        canvas.heading(inside, tr("Variants"),
            room_for(tr("Variants"), Face::semibold, style.head) + room_for(subtitle, Face::regular, style.small)
                        + canvas.units(16.0F)
                    <= inside.width
                ? subtitle
                : more,
            {});
        canvas.tip({ inside.x, inside.y, inside.width, canvas.heading_height() },
            { tr("Variants"), tr("Time of one step of each variant: the longer the bar, the slower the variant."), origin,
                time_source(*model.device), {} });
        return;
    }
    const std::vector<std::string> origins = estimate_wordings(model);
    const auto width = [&](const std::string& words) {
        return room_for(words, Face::semibold, style.head) + canvas.units(12.0F);
    };
    const float room = inside.width - width(tr("Variants"));
    const bool fits = width(tr("estimated")) <= room;
    std::string subtitle;
    for (const std::string& words : { more, hidden == 0 ? std::string {} : trf("+{} ↓", hidden) })
        if (subtitle.empty() && width(tr("estimated")) + room_for(words, Face::regular, style.small) <= room)
            subtitle = words;
    canvas.heading(inside, fits ? tr("Variants") : tr("Estimated"), subtitle,
        { fits ? origins : std::vector<std::string> {}, style.orange, false });
    canvas.tip({ inside.x, inside.y, inside.width, canvas.heading_height() },
        { origins.front(),
            tr("Kernel times estimated by the SM model of this GPU from blocks that ran on the virtual machine. Not measured."),
            {}, {}, {} });
}

// What was published for the present variant, else the samples of the last steps; returns the height that it takes.
float draw_last_steps(Canvas& canvas, const session::Snapshot& model, Rect room)
{
    const Style& style = canvas.style();
    const bool published = model.setup->published != nullptr;
    // The last steps on the virtual machine are not times of the chosen GPU.
    if (!published && (room.height < canvas.units(kRoomForHistory) || model.timing->of(model.setup->variant).emulated))
        return 0.0F;
    const float height = published ? std::max(3.3F * style.small, 0.2F * room.height) : std::max(0.4F * room.height, 60.0F);
    const Rect strip { room.x, room.bottom() - height, room.width, height };
    canvas.append(published ? published_lines(model, strip.size(), style)
                            : history_figure({ model.timing->history, model.setup->variant }, strip.size(), style),
        strip.corner());
    if (!published)
        canvas.tip(strip,
            { tr("Last steps"),
                tr("Each point is one sample of the step time, the newest on the right. Changes of variant are marked."),
                trf("{} samples", model.timing->history.size()), time_source(*model.device), {} });
    return height + canvas.units(6.0F);
}

} // namespace

DrawList variants_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const Style& style = scope.style;
    Canvas canvas = panel_canvas(scope);
    const Rect inside = scope.inside();
    const TimeScale scale(model, scope.window.time_spacing);
    const float top = inside.y + canvas.heading_height();
    Rect room { inside.x, top, inside.width, inside.bottom() - top };
    const std::size_t count = model.setup->variants.size();
    const std::size_t present = model.setup->variant;
    if (count == 0) {
        draw_variants_heading(canvas, model, 0, inside);
        canvas.empty_words(room, tr("this lesson has no variants"));
        return canvas.finish();
    }
    const bool asked = is_asking(model);
    if (model.setup->published != nullptr && !asked)
        room.height -= draw_last_steps(canvas, model, room);
    const float axis = time_axis_height(style);
    const float narrowest = std::max(canvas.units(kSmallestRow), style.least_target);
    // Rows as low as possible only if all of them then fit.
    const bool all_fit = room.height + 0.5F >= narrowest * static_cast<float>(count);
    const float least = all_fit ? narrowest : std::max(canvas.units(28.0F), style.least_target);
    // All rows come before the axis.
    const float needed = least * static_cast<float>(count);
    const bool with_axis =
        !scale.empty() && room.height >= axis + 2 * least && (room.height >= needed + axis || room.height + 0.5F < needed);
    float rows_height = room.height - (with_axis ? axis : 0.0F);
    // Rows grow only in space that the words about the present variant do not need.
    const float words = 4 * 1.4F * style.small + canvas.units(6.0F);
    rows_height -= std::clamp(rows_height - canvas.units(kTwoLineRow) * static_cast<float>(count), 0.0F, words);
    const auto shown = std::min(count, std::max<std::size_t>(1, rows_in(rows_height + 0.5F, least)));
    const float pitch = std::min(rows_height / static_cast<float>(shown), canvas.units(kMaxVariantPitch));
    draw_variants_heading(canvas, model, count - shown, inside);
    // If not all fit, the rows scroll so that the chosen one is visible.
    const std::size_t first = std::min(present >= shown ? present - shown + 1 : 0, count - shown);
    const float left = room.x + canvas.units(37.0F);
    const Rect track { left, room.y + pitch * static_cast<float>(shown), inside.right() - canvas.units(2.0F) - left, 0.0F };
    if (with_axis)
        draw_time_axis(canvas, scale, track, inside.x);
    for (std::size_t i = first; i < first + shown; ++i) {
        VariantRow row { i, &model.setup->variants[i], shown_time(model, i), {}, i == present };
        const bool hidden = i == present && asked;
        row.words = hidden ? "?" : time_words(row.time);
        // The sign alone says that it is wrong, if the words would cut the name.
        if (row.time.kind == Kind::wrong
            && room_for(row.variant->label, Face::regular, style.small) + time_width(row, style.smallest) + canvas.units(8.0F)
                > track.width)
            row.words.clear();
        if (!hidden && row.time.known() && !is_on_axis(model, row.time))
            row.words = words_off_axis(model, row, track.width, style);
        const Rect rect { room.x - canvas.units(5.0F), room.y + pitch * static_cast<float>(i - first),
            room.width + canvas.units(10.0F), pitch - canvas.units(3.0F) };
        on_click(canvas, rect, session::SelectVariant { i });
        canvas.tip(rect, variant_tip(model, i));
        draw_row(canvas, model, row, scale, rect, track);
    }
    if (present >= count || asked)
        return canvas.finish();
    Rect below { room.x, track.y + (with_axis ? axis : 0.0F), room.width, 0.0F };
    below.height = room.bottom() - below.y;
    if (model.setup->published == nullptr)
        below.height -= draw_last_steps(canvas, model, below);
    if (below.height > 0.0F)
        canvas.tip(below, variant_tip(model, present));
    draw_present_time(canvas, model, below);
    return canvas.finish();
}

} // namespace warpstage::views

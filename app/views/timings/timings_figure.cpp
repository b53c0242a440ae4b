#include "app/views/timings/timings_figure.h"

#include "app/draw/axis.h"
#include "app/views/timings/samples.h"

namespace warpstage::views {

namespace {

using session::WorkView;

double nanoseconds(std::chrono::nanoseconds time)
{
    return static_cast<double>(time.count());
}

// The end of the axis.
double axis_end(const std::vector<WorkView>& works)
{
    double longest = 1.0;
    for (const WorkView& work : works)
        longest = std::max(longest, 1.1 * nanoseconds(work.timing.median));
    return round_step(longest);
}

// Items without their own row are summed in the last row.
std::vector<WorkView> rows_of(const std::vector<WorkView>& works, std::size_t most)
{
    if (works.size() <= most || most == 0)
        return most == 0 ? std::vector<WorkView> {} : works;
    std::vector<WorkView> rows(works.begin(), works.begin() + static_cast<std::ptrdiff_t>(most - 1));
    WorkView rest;
    rest.label = rows.empty() ? trf("all {} together", works.size()) : trf("{} more", works.size() - rows.size());
    rest.on_host = true;
    for (std::size_t i = rows.size(); i < works.size(); ++i) {
        rest.on_host = rest.on_host && works[i].on_host;
        rest.timing.minimum += works[i].timing.minimum;
        rest.timing.median += works[i].timing.median;
        rest.timing.maximum += works[i].timing.maximum;
        rest.timing.samples = std::max(rest.timing.samples, works[i].timing.samples);
        rest.timing.sampling = works[i].timing.sampling;
    }
    rows.push_back(std::move(rest));
    return rows;
}

void draw_work(Canvas& canvas, const WorkView& work, const std::string& limiter, double end, Rect row)
{
    const Style& style = canvas.style();
    const float middle = row.y + row.height / 2;
    const float value_width = room_for(trf("{}.00 ms", "00"), Face::mono, style.small);
    const float label_width = std::min(0.36F * row.width, canvas.units(220.0F));
    const float baseline = centered_baseline(middle, style.small);
    const bool known = work.timing.samples > 0;
    // A limiter is written below its kernel.
    const bool two_lines = !limiter.empty() && row.height >= style.small + style.smallest + canvas.units(6.0F);
    const float first = two_lines ? centered_baseline(middle - 0.6F * style.smallest, style.small) : baseline;
    const std::string words = two_lines || limiter.empty() ? work.label : fmt::format("{} · {}", work.label, limiter);
    canvas.text(
        { row.x, first }, words, { Face::regular, style.small, style.secondary, Align::left, label_width - canvas.units(10.0F) });
    if (two_lines)
        canvas.text({ row.x, centered_baseline(middle + 0.65F * style.small, style.smallest) }, limiter,
            note(style, label_width - canvas.units(10.0F)));
    canvas.text({ row.right(), baseline }, known ? text::duration(work.timing.median) : "–",
        { Face::mono, style.small, known ? style.text : style.secondary, Align::right, value_width });

    const float height = std::min(0.55F * row.height, canvas.units(16.0F));
    const Rect track { row.x + label_width, middle - height / 2, row.width - label_width - value_width - canvas.units(12.0F),
        height };
    if (track.width < canvas.units(20.0F))
        return;
    canvas.fill(track, track_color(style), canvas.units(3.0F));
    if (!known)
        return;
    const auto x_of = [&](std::chrono::nanoseconds time) {
        return track.x + track.width * static_cast<float>(std::clamp(nanoseconds(time) / end, 0.0, 1.0));
    };
    const float length = std::max(x_of(work.timing.median) - track.x, canvas.units(2.0F));
    // Work of the host is hollow, because no kernel does it.
    if (work.on_host)
        canvas.frame({ track.x, track.y, length, height }, track_color(style), style.secondary, canvas.units(3.0F));
    else
        canvas.fill({ track.x, track.y, length, height }, shape_color(style, style.orange), canvas.units(3.0F));
    if (work.timing.minimum == work.timing.maximum) // a single value has no spread
        return;
    const float from = x_of(work.timing.minimum);
    const float to = x_of(work.timing.maximum);
    const float cap = 0.35F * height;
    canvas.line({ from, middle }, { to, middle }, style.text, canvas.units(1.5F));
    canvas.line({ from, middle - cap }, { from, middle + cap }, style.text, canvas.units(1.5F));
    if (nanoseconds(work.timing.maximum) > end)
        canvas.triangle({ to - 0.2F * height, middle }, 0.6F * height, Pointing::right, style.text);
    else
        canvas.line({ to, middle - cap }, { to, middle + cap }, style.text, canvas.units(1.5F));
}

// Host code always runs on the CPU, whichever device runs the kernels.
bool is_emulated(const TimingsInput& input)
{
    return input.source == TimeSource::emulated && (input.works.empty() || !std::ranges::all_of(input.works, &WorkView::on_host));
}

std::string subtitle_of(const TimingsInput& input)
{
    session::TimingSummary most;
    for (const WorkView& work : input.works)
        if (work.timing.samples > most.samples)
            most = work.timing;
    if (input.source == TimeSource::estimated)
        return trf("estimated for {}", input.machine);
    return (is_emulated(input) ? tr("emulated · ") : "") + samples_words(most);
}

} // namespace

DrawList timings_figure(const TimingsInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const std::string merit = text::rate(input.merit, input.merit_unit);
    const float top = canvas.heading_height();
    const float merit_height = 1.3F * style.title;
    const float row_height = canvas.units(24.0F);
    const std::string subtitle = subtitle_of(input);
    // The label that a time is not a GPU timing is always shown, even in a narrow figure.
    const bool fits =
        room_for(tr("Timings"), Face::semibold, style.head) + room_for(subtitle, Face::regular, style.small) + canvas.units(36.0F)
        <= size.width;
    const char* const title = fits || input.source == TimeSource::measured ? tr("Timings")
        : is_emulated(input)                                               ? tr("Emulated")
                                                                           : tr("Estimated");
    canvas.heading(title, subtitle, {});
    if (size.height < top + row_height)
        return canvas.finish();
    const bool with_merit = size.height >= top + row_height + merit_height;
    const float room = size.height - top - (with_merit ? merit_height : 0.0F);
    if (input.works.empty()) {
        canvas.empty_words({ 0, top, size.width, room }, tr("nothing has run yet"));
        return canvas.finish();
    }
    const std::vector<WorkView> rows = rows_of(input.works, static_cast<std::size_t>(std::floor((room + 0.5F) / row_height)));
    const double end = axis_end(input.works);
    // Two lines for each if they have limiters.
    const std::size_t least = input.limiters.empty() ? 3 : 1;
    const float pitch =
        std::clamp(room / static_cast<float>(std::max<std::size_t>(rows.size(), least)), row_height, 1.7F * row_height);
    float y = top;
    const bool limited = rows.size() == input.works.size() && input.limiters.size() == rows.size();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        draw_work(canvas, rows[i], limited ? input.limiters[i] : std::string {}, end, { 0, y, size.width, pitch });
        y += pitch;
    }
    if (!with_merit)
        return canvas.finish();
    const float merit_width = std::min(room_for(merit, Face::semibold, style.title), size.width);
    canvas.label(
        { 0, size.height - merit_height / 2 }, merit, { Face::semibold, style.title, style.text, Align::left, merit_width });
    return canvas.finish();
}

} // namespace warpstage::views

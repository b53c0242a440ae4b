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
    const std::string source =
        (input.machine.empty() ? "" : input.machine + " · ") + (is_emulated(input) ? tr("emulated · ") : "");
    if (most.samples == 0)
        return source + (input.stopped ? tr("stopped") : tr("no run yet"));
    return source + samples_words(most);
}

Headline speed_up_headline(const TimingsInput& input, const Style& style)
{
    if (input.speed_up <= 0.0)
        return {};
    const std::string times = factor(input.speed_up) + "×";
    return { { fmt::format("{} {}", times, input.reference), times }, input.speed_up >= 1.0 ? style.green : style.orange, false };
}

// The throughput as a share of the device's maximum: a thin bar that ends at the limit, with its line.
void draw_limit(Canvas& canvas, const TimingsInput& input, Rect row)
{
    const Style& style = canvas.style();
    const double share = input.merit / input.limit;
    const float middle = row.y + row.height / 2;
    const float most = 0.62F * row.width;
    std::string words = trf("{:.1f} % of {}", 100.0 * share, input.limit_name);
    const std::string more = fmt::format("{}, {}", words, text::rate(input.limit, input.merit_unit));
    if (room_for(more, Face::regular, style.small) <= most)
        words = more;
    const float words_width = std::min(room_for(words, Face::regular, style.small), most);
    canvas.label({ row.right(), middle }, words, { Face::regular, style.small, style.secondary, Align::right, words_width });
    const Rect track { row.x, middle - canvas.units(4.0F), row.width - words_width - canvas.units(14.0F), canvas.units(8.0F) };
    if (track.width < canvas.units(30.0F))
        return;
    canvas.fill(track, track_color(style), canvas.units(2.0F));
    const float length = track.width * static_cast<float>(std::clamp(share, 0.0, 1.0));
    canvas.fill({ track.x, track.y, length, track.height }, shape_color(style, style.green), canvas.units(2.0F));
    canvas.line({ track.right(), track.y - canvas.units(4.0F) }, { track.right(), track.bottom() + canvas.units(4.0F) },
        style.text, canvas.units(1.5F));
}

} // namespace

DrawList timings_figure(const TimingsInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const std::string merit = text::rate(input.merit, input.merit_unit);
    const float top = canvas.heading_height();
    const float merit_height = 1.3F * style.title;
    const float row_height = canvas.units(24.0F);
    if (size.height < top + row_height) { // one line only
        // The label that a time is not a GPU timing is always shown, even in a narrow panel.
        const char* const title = is_emulated(input) ? tr("Emulated")
            : input.source == TimeSource::estimated  ? tr("Estimated")
                                                     : tr("Timings");
        canvas.heading(title, "", { { merit }, style.text, false });
        return canvas.finish();
    }
    const std::string subtitle = subtitle_of(input);
    const Headline headline = speed_up_headline(input, style);
    const float reserved = headline.wordings.empty() ? 0.0F : room_for(headline.wordings.back(), Face::semibold, style.head);
    const bool fits = room_for(tr("Timings"), Face::semibold, style.head) + room_for(subtitle, Face::regular, style.small)
            + reserved + canvas.units(36.0F)
        <= size.width;
    canvas.heading(fits || input.source != TimeSource::estimated ? tr("Timings") : tr("Estimated"), subtitle, headline);
    const bool with_merit = size.height >= top + row_height + merit_height;
    const bool with_limit = input.limit > 0.0 && input.merit > 0.0 && size.height >= top + 2 * row_height + merit_height;
    const float limit_height = with_limit ? canvas.units(20.0F) : 0.0F;
    const float used = top + (with_merit ? merit_height : 0.0F) + limit_height;
    const auto rows_wanted = static_cast<float>(std::max<std::size_t>(input.works.size(), 1));
    const float note_height = canvas.units(22.0F);
    const bool with_sizes = !input.sizes.empty() && size.height >= used + rows_wanted * row_height + note_height;
    const float sizes_height = with_sizes ? note_height : 0.0F;
    const bool with_occupancy =
        !input.occupancy.empty() && size.height >= used + rows_wanted * row_height + sizes_height + note_height;
    const float room = size.height - used - sizes_height - (with_occupancy ? note_height : 0.0F);
    if (input.works.empty()) {
        canvas.empty_words({ 0, top, size.width, room },
            input.stopped                ? tr("no time: a fault stops the step")
                : !input.missing.empty() ? input.missing
                                         : tr("nothing has run yet"));
    } else {
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
    }
    if (with_sizes)
        canvas.label({ 0, top + room + note_height / 2 }, fitting_words(input.sizes, Face::regular, style.small, size.width),
            { Face::regular, style.small, style.orange, Align::left, size.width });
    if (with_occupancy)
        canvas.label({ 0, top + room + sizes_height + note_height / 2 },
            fitting_words(input.occupancy, Face::regular, style.smallest, size.width), note(style, size.width));
    if (with_limit)
        draw_limit(canvas, input, { 0, size.height - limit_height, size.width, limit_height });
    if (!with_merit)
        return canvas.finish();
    const float middle = size.height - limit_height - merit_height / 2;
    const float merit_width = std::min(room_for(merit, Face::semibold, style.title), size.width);
    canvas.label({ 0, middle }, merit, { Face::semibold, style.title, style.text, Align::left, merit_width });
    if (const float left = size.width - merit_width - canvas.units(12.0F); !input.beside.empty()) {
        const std::string words = fitting_words(input.beside, Face::regular, style.smallest, left);
        const float letters = fitting_size(words, Face::regular, left, { style.small, style.smallest });
        if (room_for(words, Face::regular, letters) <= left)
            canvas.label({ size.width, middle }, words, { Face::regular, letters, style.secondary, Align::right, left });
    }
    return canvas.finish();
}

} // namespace warpstage::views

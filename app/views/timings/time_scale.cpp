#include "app/views/timings/time_scale.h"

#include "app/draw/axis.h"
#include "app/views/timings/time_words.h"

namespace warpstage::views {

namespace {

constexpr double kMaxLinearRatio = 20.0; // of the slowest to the fastest variant: below, the fastest bar is still visible

double nanoseconds_of(std::chrono::nanoseconds time)
{
    return static_cast<double>(time.count());
}

// "200 ns", "5 µs", "0.1 s".
std::string mark_label(double nanoseconds)
{
    struct Unit {
        double factor;
        std::string_view name;
    };
    for (const auto& [factor, name] : { Unit { 1e9, "s" }, Unit { 1e6, "ms" }, Unit { 1e3, "µs" } })
        if (nanoseconds >= factor * 0.999)
            return mark_words(nanoseconds / factor) + "\u2009" + std::string { name };
    return mark_words(nanoseconds) + (nanoseconds == 0.0 ? "" : "\u2009ns");
}

} // namespace

TimeScale::TimeScale(const session::Snapshot& model, std::optional<TimeSpacing> chosen)
{
    session::TimeAxis axis = *model.time_axis;
    for (std::size_t i = 0; i < model.setup->variants.size(); ++i)
        if (const auto shown = shown_time(model, i); is_on_axis(model, shown))
            axis.include(shown.time);
    if (axis.longest.count() <= 0)
        return;
    const double shortest = nanoseconds_of(axis.shortest);
    const double longest = nanoseconds_of(axis.longest);
    m_spacing = chosen.value_or(longest > kMaxLinearRatio * shortest ? TimeSpacing::logarithmic : TimeSpacing::linear);
    m_high = round_step(1.05 * longest);
    if (m_spacing == TimeSpacing::logarithmic) // the shortest bar stays visible
        m_low = step_below(0.6 * shortest);
}

float TimeScale::share(std::chrono::nanoseconds time) const
{
    if (empty())
        return 0.0F;
    const double value = std::clamp(nanoseconds_of(time), std::max(m_low, 1.0), m_high);
    const double share =
        m_spacing == TimeSpacing::logarithmic ? std::log(value / m_low) / std::log(m_high / m_low) : value / m_high;
    return static_cast<float>(std::clamp(share, 0.0, 1.0));
}

std::vector<double> TimeScale::marks() const
{
    if (empty())
        return {};
    if (m_spacing == TimeSpacing::linear)
        return { m_high, 0.0, m_high / 2 };
    std::vector<double> marks { m_low, m_high };
    for (const double factor : { 1.0, 5.0, 2.0 })
        for (double power = std::pow(10.0, std::floor(std::log10(m_low))); power <= m_high; power *= 10.0)
            if (factor * power > 1.001 * m_low && factor * power < 0.999 * m_high)
                marks.push_back(factor * power);
    return marks;
}

float time_axis_height(const Style& style)
{
    return 1.75F * style.smallest;
}

void draw_time_axis(Canvas& canvas, const TimeScale& scale, Rect track, float left)
{
    const Style& style = canvas.style();
    if (scale.empty())
        return;
    const float bottom = track.y;
    const float middle = bottom + time_axis_height(style) - 0.75F * style.smallest;
    canvas.line({ track.x, bottom }, { track.right(), bottom }, style.secondary, canvas.units(1.0F));
    TakenSpans taken;

    const bool logarithmic = scale.spacing() == TimeSpacing::logarithmic;
    const std::string name = logarithmic ? tr("log") : tr("linear");
    const float chip = room_for(name, Face::semibold, style.smallest) + canvas.units(8.0F);
    const Rect button { left, middle - 0.7F * style.smallest, chip, 1.4F * style.smallest };
    canvas.chip(button, name, track_color(style), style.text, Face::semibold, style.smallest);
    const Rect target { button.x, middle - style.least_target / 2, button.width, std::max(button.height, style.least_target) };
    canvas.tip(target,
        { logarithmic ? tr("Logarithmic time axis") : tr("Linear time axis"),
            tr("All variants of the lesson share this axis, which stays while the lesson is open. Longer bars are slower."),
            tr("Click to switch between a linear and a logarithmic axis."), {}, {} });
    on_click(canvas, target, RunCommand { "time-axis" });
    static_cast<void>(taken.take(button.x, button.right() + canvas.units(4.0F)));
    const Rect marks { target.right(), bottom, track.right() - target.right(), time_axis_height(style) };
    canvas.tip(marks,
        { tr("Time axis"), tr("Time of one step. Longer bars are slower."),
            tr("All variants of the lesson share this axis, which stays while the lesson is open."), {}, {} });

    for (const double mark : scale.marks()) {
        const float x = track.x + track.width * scale.share(std::chrono::nanoseconds { std::llround(mark) });
        const std::string label = mark_label(mark);
        const float width = room_for(label, Face::mono, style.smallest);
        const float from = std::clamp(x - width / 2, left, std::max(track.right() - width, left));
        if (!taken.take(from - canvas.units(3.0F), from + width + canvas.units(3.0F)))
            continue;
        canvas.line({ x, bottom }, { x, bottom + canvas.units(3.0F) }, style.secondary, canvas.units(1.0F));
        canvas.label({ from + width / 2, middle }, label, number_note(style, width, Align::center));
    }
}

} // namespace warpstage::views

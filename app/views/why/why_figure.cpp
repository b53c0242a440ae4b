#include "app/views/why/why_figure.h"

namespace warpstage::views {

namespace {

using timing::CauseGain;
using timing::Why;

constexpr float kMostForWords = 0.5F; // of the width; the rest is for bars
constexpr std::size_t kMaxRows = 8; // causes: more cannot be compared at a glance

struct Columns {
    float label = 0.0F;
    float value = 0.0F;
};

std::string name_of(const CauseGain& gain)
{
    const std::string name { tr(gain.cause.kind->name) };
    return gain.cause.line == 0 ? name : fmt::format("{}, {}", name, trf("line {}", gain.cause.line));
}

// Of a hidden cause, what the removal gains after that of the other one.
double shown_share(const CauseGain& gain)
{
    return gain.behind ? gain.share_behind : gain.share;
}

Color remaining_color(const Style& style)
{
    return shape_color(style, style.blue);
}

Color gain_color(const Style& style)
{
    return shape_color(style, style.orange);
}

// Filled: by a change of the program; hollow: only by a faster GPU; hatched: only after the other cause.
void draw_gain(Canvas& canvas, Rect rect, const CauseGain& gain)
{
    const Color color = gain_color(canvas.style());
    if (rect.width <= 0.0F)
        return;
    if (gain.behind) {
        hatch(canvas, rect, color, canvas.units(6.0F));
        canvas.outline(rect, color);
    } else if (gain.cause.kind->remedy == timing::Remedy::hardware)
        canvas.outline(rect, color);
    else
        canvas.fill(rect, color);
}

Tip cause_tip(const CauseGain& gain, const Why& why)
{
    return { std::string { tr(gain.cause.kind->name) }, trf("Time of the launch if {}.", tr(gain.cause.kind->without)),
        trf("{} now, {} without", text::duration(why.now), text::duration(gain.behind ? gain.without_both : gain.without)),
        tr("estimated by the SM model; nothing is fitted"), {} };
}

class WhyPainter {
public:
    WhyPainter(Canvas& canvas, const WhyInput& input)
        : m_canvas(canvas)
        , m_style(canvas.style())
        , m_input(input)
        , m_why(*input.why)
    {
    }

    void paint(Size size)
    {
        m_canvas.heading(tr("Why"), trf("{} · estimated for {}", m_why.kernel, m_why.gpu),
            { { text::duration(m_why.now) }, m_style.text, false });
        Rect area { 0.0F, m_canvas.heading_height(), size.width, size.height - m_canvas.heading_height() };
        area.height -= draw_advice(area) + m_canvas.units(10.0F);
        const float key = 1.6F * m_style.smallest;
        if (area.height >= 4.0F * key) {
            draw_key({ area.x, area.bottom() - key, area.width, key });
            area.height -= key + m_canvas.units(4.0F);
        }
        draw_rows(area);
    }

private:
    // From the bottom of the area; returns the height.
    float draw_advice(Rect area)
    {
        const auto advice = timing::advice_for({ &m_why, m_input.source });
        std::vector<std::string> sentences;
        for (const timing::Advice& one : advice)
            sentences.push_back(one.sentence);
        if (const std::string conclusion = timing::conclusion_of(m_why, advice); !conclusion.empty())
            sentences.push_back(conclusion);
        const float pitch = 1.35F * m_style.body;
        const float number = advice.empty() ? 0.0F : 1.6F * m_style.body;
        std::vector<std::vector<std::string>> wrapped;
        float height = 0.0F;
        for (const std::string& sentence : sentences) {
            wrapped.push_back(wrap_text(sentence, Face::regular, m_style.body, area.width - number, 3));
            height += pitch * static_cast<float>(wrapped.back().size()) + m_canvas.units(6.0F);
        }
        height = std::min(height, 0.5F * area.height);
        float y = area.bottom() - height;
        for (std::size_t i = 0; i < wrapped.size(); ++i) {
            const float end = y + pitch * static_cast<float>(wrapped[i].size());
            if (end > area.bottom() + 1.0F)
                break;
            if (!advice.empty()) {
                m_canvas.chip({ area.x, y + 0.1F * pitch, 0.8F * pitch, 0.8F * pitch }, std::to_string(i + 1),
                    track_color(m_style), m_style.text, Face::semibold, m_style.small);
                click_line({ area.x, y, area.width, end - y }, m_why.causes[advice[i].cause]);
            }
            draw_lines(m_canvas, { area.x + number, y + pitch / 2 }, wrapped[i], pitch,
                { Face::regular, m_style.body, m_style.text, Align::left, area.width - number });
            y = end + m_canvas.units(6.0F);
        }
        return height;
    }

    void draw_key(Rect row)
    {
        RowWriter writer(m_canvas, row, m_canvas.units(16.0F));
        const float mark = 1.5F * m_style.smallest;
        const Ink ink = note(m_style, 0.0F);
        const auto box = [&](Rect rect) {
            const float height = 0.8F * m_style.smallest;
            return Rect { rect.x, row.center().y - height / 2, mark - m_canvas.units(6.0F), height };
        };
        const auto has = [&](auto&& is) {
            return std::ranges::any_of(m_why.causes, is);
        };
        writer.put(tr("time that remains"), ink, mark, [&](Rect rect) { m_canvas.fill(box(rect), remaining_color(m_style)); });
        if (has([](const CauseGain& g) { return !g.behind && g.cause.kind->remedy == timing::Remedy::program; }))
            writer.put(
                tr("gained without the cause"), ink, mark, [&](Rect rect) { m_canvas.fill(box(rect), gain_color(m_style)); });
        if (has([](const CauseGain& g) { return g.behind.has_value(); }))
            writer.put(tr("gained only after another cause"), ink, mark, [&](Rect rect) {
                hatch(m_canvas, box(rect), gain_color(m_style), m_canvas.units(4.0F));
                m_canvas.outline(box(rect), gain_color(m_style));
            });
        if (has([](const CauseGain& g) { return g.cause.kind->remedy == timing::Remedy::hardware; }))
            writer.put(
                tr("gained by a faster GPU"), ink, mark, [&](Rect rect) { m_canvas.outline(box(rect), gain_color(m_style)); });
    }

    void draw_rows(Rect area)
    {
        const float least = m_style.small + m_canvas.units(8.0F);
        const std::size_t rows = rows_in(area.height, least);
        if (rows == 0)
            return;
        const std::size_t count = std::min({ m_why.causes.size(), kMaxRows, rows - 1 });
        const float pitch = std::min(area.height / static_cast<float>(count + 1), m_canvas.units(60.0F));
        Columns columns;
        for (std::size_t i = 0; i < count; ++i)
            columns.label = std::max({ columns.label, room_for(name_of(m_why.causes[i]), Face::regular, m_style.small),
                room_for(degree_of(m_why.causes[i]), Face::regular, m_style.smallest) });
        columns.label = std::min(columns.label + m_canvas.units(14.0F), kMostForWords * area.width);
        columns.value = room_for("−100\u00a0%", Face::semibold, m_style.body) + m_canvas.units(10.0F);
        Rect row { area.x, area.y, area.width, pitch };
        draw_now(row, columns);
        for (std::size_t i = 0; i < count; ++i) {
            row.y += pitch;
            draw_cause(row, columns, m_why.causes[i]);
        }
    }

    [[nodiscard]] std::string degree_of(const CauseGain& gain) const
    {
        return gain.behind ? trf("only after: {}", tr(m_why.causes[*gain.behind].cause.kind->name)) : gain.cause.degree;
    }

    [[nodiscard]] Rect bar_of(Rect row, const Columns& columns) const
    {
        const float height = std::min(0.6F * row.height, m_canvas.units(26.0F));
        return { row.x + columns.label, row.center().y - height / 2, std::max(0.0F, row.width - columns.label - columns.value),
            height };
    }

    void draw_now(Rect row, const Columns& columns)
    {
        const Rect bar = bar_of(row, columns);
        m_canvas.label({ row.x, row.center().y }, tr("Now"),
            { Face::semibold, m_style.small, m_style.text, Align::left, columns.label - m_canvas.units(10.0F) });
        m_canvas.fill(bar, remaining_color(m_style));
        m_canvas.label({ row.right(), row.center().y }, text::duration(m_why.now),
            { Face::semibold, m_style.small, m_style.text, Align::right, columns.value });
    }

    void draw_cause(Rect row, const Columns& columns, const CauseGain& gain)
    {
        if (gain.cause.line != 0 && gain.cause.line == m_input.line)
            m_canvas.fill(row, chosen_color(m_style), m_canvas.units(4.0F));
        const bool two_lines = row.height >= m_style.small + m_style.smallest + m_canvas.units(8.0F);
        const float room = columns.label - m_canvas.units(10.0F);
        const float middle = row.center().y;
        const std::string name = name_of(gain);
        m_canvas.label({ row.x, two_lines ? middle - 0.62F * m_style.smallest : middle }, name,
            { Face::regular, m_style.small, m_style.text, Align::left, room });
        const std::string below = degree_of(gain);
        const float named = room_for(name, Face::regular, m_style.small) + m_canvas.units(10.0F);
        if (two_lines)
            m_canvas.label({ row.x, middle + 0.72F * m_style.small }, below, note(m_style, room));
        else if (named + room_for(below, Face::regular, m_style.smallest) <= room)
            m_canvas.label({ row.x + named, middle }, below, note(m_style, room - named));

        const Rect bar = bar_of(row, columns);
        const auto x_of = [&](std::chrono::nanoseconds time) {
            return bar.x
                + bar.width
                * static_cast<float>(
                    static_cast<double>(time.count()) / static_cast<double>(std::max<std::int64_t>(1, m_why.now.count())));
        };
        const float end = x_of(gain.behind ? m_why.causes[*gain.behind].without : m_why.now);
        const float begin = std::min(end, x_of(gain.behind ? gain.without_both : gain.without));
        m_canvas.fill(bar, track_color(m_style));
        m_canvas.fill({ bar.x, bar.y, begin - bar.x, bar.height }, remaining_color(m_style));
        draw_gain(m_canvas, { begin, bar.y, end - begin, bar.height }, gain);
        m_canvas.label({ row.right(), middle }, timing::gain_words(shown_share(gain)),
            { Face::semibold, m_style.body, m_style.text, Align::right, columns.value });
        m_canvas.tip(row, cause_tip(gain, m_why));
        click_line(row, gain);
    }

    void click_line(Rect rect, const CauseGain& gain)
    {
        if (gain.cause.line != 0)
            on_click(m_canvas, rect, session::SelectLine { gain.cause.line });
    }

    Canvas& m_canvas;
    const Style& m_style;
    const WhyInput& m_input;
    const Why& m_why;
};

} // namespace

DrawList why_figure(const WhyInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    WhyPainter(canvas, input).paint(size);
    return canvas.finish();
}

} // namespace warpstage::views

#include "app/views/why/why_figure.h"

#include "app/views/why/trial_figure.h"

#include <functional>

namespace warpstage::views {

namespace {

using timing::CauseGain;
using timing::Why;

constexpr float kMaxCauseShare = 0.5F; // of the width; the rest is for bars
constexpr std::size_t kMaxRows = 8; // causes: more cannot be compared at a glance

struct Columns {
    float label = 0.0F;
    float value = 0.0F;
};

std::string name_of(const CauseGain& gain)
{
    const std::string name { tr(gain.cause.kind->name) };
    const std::string place = timing::place_words(gain.cause.line, gain.cause.lines);
    return place.empty() ? name : name + ", " + place;
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
        m_longest = std::max(m_why.now, applied() ? m_input.trial->why->now : m_why.now);
        m_canvas.heading(tr("Why"), trf("{} · estimated for {}", m_why.kernel, m_why.gpu),
            { { text::duration(m_why.now) }, m_style.text, false });
        Rect area { 0.0F, m_canvas.heading_height(), size.width, size.height - m_canvas.heading_height() };
        area.height -= draw_advice(area) + m_canvas.units(10.0F);
        if (m_input.trial != nullptr)
            area.height -= draw_trial(m_canvas, area, { *m_input.trial, m_why, m_input.measured });
        area.height -= draw_key(area);
        draw_rows(area);
    }

private:
    [[nodiscard]] bool applied() const
    {
        return m_input.trial != nullptr && m_input.trial->state == session::AdviceTrial::State::applied;
    }

    struct Button {
        std::string words; // empty: none
        Action action;
    };

    // What can be done about a piece of advice: try its edit, else look at a lesson that shows the change.
    [[nodiscard]] Button button_of(const timing::Advice& advice, std::size_t index) const
    {
        if (m_input.can_try && advice.edit)
            return { tr("Try it"), session::TryAdvice { index } };
        const std::string_view shown_in = advice.pattern->shown_in;
        const std::size_t slash = shown_in.find('/');
        if (m_input.lesson == nullptr || slash == std::string_view::npos)
            return {};
        const std::string_view variant = shown_in.substr(slash + 1);
        if (m_input.lesson->id != shown_in.substr(0, slash))
            return { trf("See lesson {}", shown_in.substr(0, slash)),
                session::SelectLesson { std::string { shown_in.substr(0, slash) } } };
        for (std::size_t i = 0; i < m_input.lesson->variants.size(); ++i)
            if (m_input.lesson->variants[i].id == variant)
                return { trf("See {}", m_input.lesson->shown(m_input.lesson->variants[i].label)), session::SelectVariant { i } };
        return {};
    }

    [[nodiscard]] float width_of(const Button& button) const
    {
        return button.words.empty() ? 0.0F : room_for(button.words, Face::semibold, m_style.small) + m_canvas.units(20.0F);
    }

    void draw_button(const Button& button, Rect row, float pitch)
    {
        const float width = width_of(button);
        if (width == 0.0F)
            return;
        const Rect rect { row.right() - width, row.y, width, pitch };
        m_canvas.chip(rect, button.words, m_style.blue, on_fill(m_style), Face::semibold, m_style.small);
        on_click(m_canvas, rect, button.action);
    }

    // From the bottom of the area; returns the height.
    float draw_advice(Rect area)
    {
        const auto advice = timing::advice_for({ &m_why, m_input.source });
        std::vector<Button> buttons;
        for (std::size_t i = 0; i < advice.size(); ++i)
            buttons.push_back(button_of(advice[i], i));
        buttons.resize(advice.size() + 1);
        std::vector<std::string> sentences;
        for (const timing::Advice& one : advice)
            sentences.push_back(one.sentence);
        if (const std::string conclusion = timing::conclusion_of(m_why, advice); !conclusion.empty())
            sentences.push_back(conclusion);
        const float pitch = 1.35F * m_style.body;
        const float number = advice.empty() ? 0.0F : 1.6F * m_style.body;
        std::vector<std::vector<std::string>> wrapped;
        float height = 0.0F;
        for (std::size_t i = 0; i < sentences.size(); ++i) {
            wrapped.push_back(wrap_text(sentences[i], Face::regular, m_style.body,
                area.width - number - width_of(buttons[i]) - m_canvas.units(10.0F), 3));
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
                draw_button(buttons[i], { area.x, y, area.width, end - y }, pitch);
            }
            draw_lines(m_canvas, { area.x + number, y + pitch / 2 }, wrapped[i], pitch,
                { Face::regular, m_style.body, m_style.text, Align::left, area.width - number - width_of(buttons[i]) });
            y = end + m_canvas.units(6.0F);
        }
        return height;
    }

    struct KeyEntry {
        std::string words;
        std::function<void(Rect)> draw;
    };

    [[nodiscard]] std::vector<KeyEntry> key_entries()
    {
        const auto has = [&](auto&& is) {
            return std::ranges::any_of(m_why.causes, is);
        };
        std::vector<KeyEntry> entries { { tr("time that remains"), [this](Rect box) {
                                             m_canvas.fill(box, remaining_color(m_style));
                                         } } };
        if (has([](const CauseGain& g) { return !g.behind && g.cause.kind->remedy == timing::Remedy::program; }))
            entries.push_back({ tr("gained without the cause"), [this](Rect box) {
                                   m_canvas.fill(box, gain_color(m_style));
                               } });
        if (has([](const CauseGain& g) { return g.behind.has_value(); }))
            entries.push_back({ tr("gained only after another cause"), [this](Rect box) {
                                   hatch(m_canvas, box, gain_color(m_style), m_canvas.units(4.0F));
                                   m_canvas.outline(box, gain_color(m_style));
                               } });
        if (has([](const CauseGain& g) { return g.cause.kind->remedy == timing::Remedy::hardware; }))
            entries.push_back({ tr("gained by a faster GPU"), [this](Rect box) {
                                   m_canvas.outline(box, gain_color(m_style));
                               } });
        return entries;
    }

    // At the bottom of the area, in as many rows as it takes; returns the height.
    float draw_key(Rect area)
    {
        const float pitch = 1.6F * m_style.smallest;
        const float mark = 1.5F * m_style.smallest;
        const float gap = m_canvas.units(16.0F);
        std::vector<std::vector<KeyEntry>> rows;
        float left = 0.0F;
        for (KeyEntry& entry : key_entries()) {
            const float width = mark + room_for(entry.words, Face::regular, m_style.smallest);
            if (rows.empty() || width > left) {
                rows.emplace_back();
                left = area.width;
            }
            left -= width + gap;
            rows.back().push_back(std::move(entry));
        }
        const float height = pitch * static_cast<float>(rows.size());
        if (area.height < 4.0F * height)
            return 0.0F;
        Rect row { area.x, area.bottom() - height, area.width, pitch };
        for (const auto& entries : rows) {
            RowWriter writer(m_canvas, row, gap);
            for (const KeyEntry& entry : entries)
                writer.put(entry.words, note(m_style, 0.0F), mark, [&](Rect rect) {
                    const float box = 0.8F * m_style.smallest;
                    entry.draw({ rect.x, row.center().y - box / 2, mark - m_canvas.units(6.0F), box });
                });
            row.y += pitch;
        }
        return height + m_canvas.units(4.0F);
    }

    void draw_rows(Rect area)
    {
        const float least = m_style.small + m_canvas.units(8.0F);
        const std::size_t rows = rows_in(area.height, least);
        if (rows == 0)
            return;
        const std::size_t times = applied() ? 2 : 1;
        if (rows < times)
            return;
        const std::size_t count = std::min({ m_why.causes.size(), kMaxRows, rows - times });
        const float pitch = std::min(area.height / static_cast<float>(count + times), m_canvas.units(60.0F));
        Columns columns;
        for (std::size_t i = 0; i < count; ++i)
            columns.label = std::max({ columns.label, room_for(name_of(m_why.causes[i]), Face::regular, m_style.small),
                room_for(degree_of(m_why.causes[i]), Face::regular, m_style.smallest) });
        columns.label = std::min(columns.label + m_canvas.units(14.0F), kMaxCauseShare * area.width);
        columns.value = room_for("−100\u00a0%", Face::semibold, m_style.body) + m_canvas.units(10.0F);
        Rect row { area.x, area.y, area.width, pitch };
        if (applied()) {
            draw_time(row, columns, tr("Before"), m_input.trial->why->now);
            row.y += pitch;
        }
        draw_time(row, columns, tr("Now"), m_why.now);
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

    [[nodiscard]] float width_of_time(const Rect& bar, std::chrono::nanoseconds time) const
    {
        return bar.width
            * static_cast<float>(
                static_cast<double>(time.count()) / static_cast<double>(std::max<std::int64_t>(1, m_longest.count())));
    }

    void draw_time(Rect row, const Columns& columns, const std::string& name, std::chrono::nanoseconds time)
    {
        const Rect bar = bar_of(row, columns);
        m_canvas.label({ row.x, row.center().y }, name,
            { Face::semibold, m_style.small, m_style.text, Align::left, columns.label - m_canvas.units(10.0F) });
        m_canvas.fill({ bar.x, bar.y, width_of_time(bar, time), bar.height }, remaining_color(m_style));
        m_canvas.label({ row.right(), row.center().y }, text::duration(time),
            { Face::semibold, m_style.small, m_style.text, Align::right, columns.value });
    }

    // Name and degree below each other in as many lines as the row has room for; else beside each other.
    void draw_words(Rect row, float room, const CauseGain& gain)
    {
        const float pitch = 1.15F * m_style.small;
        const float note_pitch = 1.25F * m_style.smallest;
        const float height = row.height - m_canvas.units(6.0F);
        const std::string name = name_of(gain);
        const std::string below = degree_of(gain);
        const Ink ink { Face::regular, m_style.small, m_style.text, Align::left, room };
        if (height < pitch + note_pitch) {
            m_canvas.label({ row.x, row.center().y }, name, ink);
            const float named = room_for(name, Face::regular, m_style.small) + m_canvas.units(10.0F);
            if (named + room_for(below, Face::regular, m_style.smallest) <= room)
                m_canvas.label({ row.x + named, row.center().y }, below, note(m_style, room - named));
            return;
        }
        const auto lines_in = [](float space, float each) {
            return space < 2.0F * each ? std::size_t { 1 } : std::size_t { 2 };
        };
        const auto names = wrap_text(name, Face::regular, m_style.small, room, lines_in(height - note_pitch, pitch));
        const float left = height - pitch * static_cast<float>(names.size());
        const auto notes = wrap_text(below, Face::regular, m_style.smallest, room, lines_in(left, note_pitch));
        const float top =
            row.center().y - (pitch * static_cast<float>(names.size()) + note_pitch * static_cast<float>(notes.size())) / 2;
        draw_lines(m_canvas, { row.x, top + pitch / 2 }, names, pitch, ink);
        draw_lines(m_canvas, { row.x, top + pitch * static_cast<float>(names.size()) + note_pitch / 2 }, notes, note_pitch,
            note(m_style, room));
    }

    void draw_cause(Rect row, const Columns& columns, const CauseGain& gain)
    {
        if (gain.cause.line != 0 && gain.cause.line == m_input.line)
            m_canvas.fill(row, chosen_color(m_style), m_canvas.units(4.0F));
        draw_words(row, columns.label - m_canvas.units(10.0F), gain);
        const Rect bar = bar_of(row, columns);
        const auto x_of = [&](std::chrono::nanoseconds time) {
            return bar.x + width_of_time(bar, time);
        };
        const float end = x_of(gain.behind ? m_why.causes[*gain.behind].without : m_why.now);
        const float begin = std::min(end, x_of(gain.behind ? gain.without_both : gain.without));
        m_canvas.fill({ bar.x, bar.y, width_of_time(bar, m_why.now), bar.height }, track_color(m_style));
        m_canvas.fill({ bar.x, bar.y, begin - bar.x, bar.height }, remaining_color(m_style));
        draw_gain(m_canvas, { begin, bar.y, end - begin, bar.height }, gain);
        m_canvas.label({ row.right(), row.center().y }, timing::gain_words(shown_share(gain)),
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
    std::chrono::nanoseconds m_longest { 0 }; // of all bars
};

} // namespace

DrawList why_figure(const WhyInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    WhyPainter(canvas, input).paint(size);
    return canvas.finish();
}

} // namespace warpstage::views

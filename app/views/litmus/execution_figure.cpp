#include "app/views/litmus/execution_figure.h"

#include "app/draw/marks.h"

#include <cmath>

namespace warpstage::views {

namespace {

using memory_model::Event;
using memory_model::Execution;
using memory_model::for_each_event;
using memory_model::kNoThread;
using memory_model::LitmusTest;
using namespace draw;

struct ArrowStyle {
    std::string_view name;
    Color color;
    Dash dash;
};

// Places of the threads' instructions: one row per instruction that is an event, the two events of an atomic operation in one.
class Layout {
public:
    Layout(const LitmusExecution& input, Rect area, const Style& style)
        : m_places(input.outcome.execution.events.size())
    {
        const auto& events = input.outcome.execution.events;
        const std::size_t threads = input.test.threads.size();
        std::vector<std::size_t> rows(events.size());
        std::vector<std::size_t> used(threads);
        for (std::size_t i = 0; i < events.size(); ++i) {
            if (events[i].thread == kNoThread)
                continue;
            const bool same = i > 0 && events[i - 1].thread == events[i].thread
                && events[i - 1].instruction == events[i].instruction && events[i - 1].type == Event::Type::read
                && events[i].type == Event::Type::write;
            rows[i] = same ? rows[i - 1] : used[events[i].thread]++;
            m_rows = std::max(m_rows, rows[i] + 1);
        }
        const float head = style.body * 2.2F;
        const float gap = std::min(style.body * 7.0F, area.width / static_cast<float>(3 * threads)); // for the arrows
        const float width = (area.width - gap * static_cast<float>(threads - 1)) / static_cast<float>(threads);
        const float pitch =
            std::min((area.height - head) / static_cast<float>(std::max<std::size_t>(m_rows, 1)), style.body * 4.4F);
        for (std::size_t thread = 0; thread < threads; ++thread)
            m_columns.push_back({ area.x + static_cast<float>(thread) * (width + gap), area.y, width, area.height });
        for (std::size_t i = 0; i < events.size(); ++i)
            if (events[i].thread != kNoThread)
                m_places[i] = { m_columns[events[i].thread].x, area.y + head + static_cast<float>(rows[i]) * pitch, width,
                    pitch * 0.8F };
    }

    [[nodiscard]] Rect place(std::size_t event) const { return m_places[event]; }
    [[nodiscard]] Rect column(std::size_t thread) const { return m_columns[thread]; }

private:
    std::vector<Rect> m_places;
    std::vector<Rect> m_columns;
    std::size_t m_rows = 0;
};

// "= 0, the initial value".
std::string value_words(const Execution& execution, std::size_t read)
{
    bool initial = false;
    for_each_event(execution.reads_from.reversed().after(read),
        [&](std::size_t write) { initial = execution.events[write].thread == kNoThread; });
    return fmt::format("= {}{}", execution.events[read].value, initial ? ", the initial value" : "");
}

// The nearest points of two boxes, so that an arrow does not cross their texts.
std::pair<Point, Point> ends(Rect from, Rect to)
{
    const Point a = from.center();
    const Point b = to.center();
    if (from.x == to.x && from.width == to.width) { // one column: along the right edge
        const float x = from.right() - from.width * 0.06F;
        return a.y < b.y ? std::pair { Point { x, from.bottom() }, Point { x, to.y } }
                         : std::pair { Point { x, from.y }, Point { x, to.bottom() } };
    }
    if (from.bottom() < to.y)
        return from.right() < to.x || to.right() < from.x
            ? std::pair { Point { a.x < b.x ? from.right() : from.x, a.y }, Point { a.x < b.x ? to.x : to.right(), b.y } }
            : std::pair { Point { a.x, from.bottom() }, Point { b.x, to.y } };
    return { { a.x < b.x ? from.right() : from.x, a.y }, { a.x < b.x ? to.x : to.right(), b.y } };
}

void draw_relation(Canvas& canvas, const Layout& layout, std::size_t from, std::size_t to, const ArrowStyle& style, float shift)
{
    auto [begin, end] = ends(layout.place(from), layout.place(to));
    begin.y += shift;
    end.y += shift;
    const float width = canvas.units(2.0F);
    if (style.dash == Dash::solid) {
        arrow(canvas, begin, end, style.color, width);
        return;
    }
    const float length = std::hypot(end.x - begin.x, end.y - begin.y);
    const float head = canvas.units(14.0F);
    const float part = length > head ? (length - head) / length : 0.0F;
    const Point neck { begin.x + (end.x - begin.x) * part, begin.y + (end.y - begin.y) * part };
    dashed_polyline(canvas, { begin, neck }, style.dash, style.color, width);
    arrow(canvas, neck, end, style.color, width);
}

void draw_thread(Canvas& canvas, const LitmusTest& test, std::size_t thread, Rect column)
{
    const Style& style = canvas.style();
    canvas.text({ column.x, column.y + style.body * 1.2F }, fmt::format("P{}", thread),
        { .face = Face::semibold, .size = style.head, .color = style.text, .max_width = column.width });
    canvas.text({ column.right(), column.y + style.body * 1.2F },
        fmt::format("CTA {}, GPU {}", test.threads[thread].cta, test.threads[thread].gpu),
        note(style, column.width * 0.8F, Align::right));
}

void draw_event(Canvas& canvas, const LitmusExecution& input, const Layout& layout, std::size_t index)
{
    const auto& events = input.outcome.execution.events;
    const Event& event = events[index];
    if (event.thread == kNoThread)
        return;
    const Style& style = canvas.style();
    const Rect place = layout.place(index);
    const bool second = index > 0 && layout.place(index - 1) == place;
    if (second)
        return; // the write of an atomic operation
    canvas.frame(place, well_color(style), style.border, style.radius / 2);
    Rect line = place.inset(style.margin * 0.4F);
    if (event.type == Event::Type::read)
        line.height /= 2;
    canvas.label_in(line, input.test.threads[event.thread].text[event.instruction],
        { .face = Face::mono, .size = std::min(style.source, line.height * 0.75F), .color = style.text });
    if (event.type == Event::Type::read)
        canvas.label_in({ line.x, line.bottom(), line.width, line.height }, value_words(input.outcome.execution, index),
            { .face = Face::semibold, .size = std::min(style.source, line.height * 0.75F), .color = style.blue });
}

void draw_key(Canvas& canvas, Rect row, const std::vector<ArrowStyle>& styles)
{
    const Style& style = canvas.style();
    RowWriter writer(canvas, row, style.margin * 2);
    for (const ArrowStyle& it : styles)
        writer.put(std::string { it.name }, { .size = style.small, .color = style.text }, style.body * 2.4F, [&](Rect mark) {
            dashed_polyline(canvas, { { mark.x, mark.center().y }, { mark.right() - style.margin * 0.5F, mark.center().y } },
                it.dash, it.color, canvas.units(2.5F));
        });
}

// Coherence without the pairs that follow from others.
memory_model::Relation direct(const memory_model::Relation& order)
{
    return order - order * order;
}

} // namespace

std::string final_state_words(
    const LitmusTest& test, const memory_model::Observed& observed, const memory_model::FinalState& state)
{
    std::vector<std::string> parts;
    for (const auto& [thread, reg] : observed.registers)
        parts.push_back(fmt::format("P{}:{} = {}", thread, test.threads[thread].registers[reg], state.registers[thread][reg]));
    for (const std::size_t location : observed.locations)
        parts.push_back(fmt::format("{} = {}", test.locations[location].name, state.locations[location]));
    return fmt::format("{}", fmt::join(parts, ", "));
}

DrawList execution_figure(const LitmusExecution& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const Execution& execution = input.outcome.execution;
    const auto& events = execution.events;
    canvas.heading(input.test.name, final_state_words(input.test, input.observed, input.outcome.state),
        { { "permitted" }, style.green, true });
    const float key_height = style.small * 2.2F;
    const Rect area { style.margin, canvas.heading_height() + style.margin, size.width - 2 * style.margin,
        size.height - canvas.heading_height() - key_height - 2 * style.margin };
    const Layout layout(input, area, style);
    for (std::size_t thread = 0; thread < input.test.threads.size(); ++thread)
        draw_thread(canvas, input.test, thread, layout.column(thread));
    for (std::size_t event = 0; event < events.size(); ++event)
        draw_event(canvas, input, layout, event);

    const ArrowStyle reads_from { "reads from", style.green, Dash::solid };
    const ArrowStyle coherence { "later write (coherence)", style.orange, Dash::dashed };
    const ArrowStyle reads_before { "read before this write", style.vermilion, Dash::dotted };
    const ArrowStyle synchronizes { "barrier or order of fence.sc", style.purple, Dash::dash_dot };
    const auto draw_all = [&](const memory_model::Relation& relation, const ArrowStyle& arrow, float shift) {
        for (std::size_t from = 0; from < events.size(); ++from)
            for_each_event(relation.after(from), [&](std::size_t to) {
                if (events[to].thread != events[from].thread && events[from].thread != kNoThread
                    && layout.place(from) != layout.place(to))
                    draw_relation(canvas, layout, from, to, arrow, shift);
            });
    };
    const float shift = style.body * 0.3F;
    draw_all(direct(execution.coherence), coherence, shift);
    draw_all(execution.reads_from.reversed() * direct(execution.coherence), reads_before, shift);
    draw_all(execution.fence_sc | execution.barrier, synchronizes, 0);
    draw_all(execution.reads_from, reads_from, -shift);
    draw_key(canvas, { style.margin, size.height - key_height - style.margin / 2, size.width - 2 * style.margin, key_height },
        { reads_from, reads_before, coherence, synchronizes });
    return canvas.finish();
}

Exhibit execution_exhibit(LitmusExecution execution, memory_model::Model model)
{
    CaptionInput caption;
    caption.what = { execution.test.condition_text,
        model == memory_model::Model::ptx_6_0 ? "memory model of PTX ISA 6.0" : "memory model of PTX ISA 7.5" };
    caption.source = "enumerated by the axioms of the PTX memory consistency model";
    return exhibit_of_figure(std::move(caption), &execution_figure, std::move(execution));
}

} // namespace warpstage::views

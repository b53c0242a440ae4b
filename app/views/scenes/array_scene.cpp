#include "app/views/scenes/array_scene.h"

#include "app/views/scenes/lane_strip.h"
#include "app/views/scenes/wrong_element_mark.h"

namespace warpstage::views {

namespace {

using session::ArrayFrame;
using trace::Touch;

constexpr std::size_t kMaxRowLength = 256;
constexpr std::size_t kMaxBars = 16384;
constexpr std::size_t kMaxEdges = 128; // of a warp; more arrows are unreadable
constexpr float kBend = 0.22F; // relative to the length of a curve: its height
constexpr const char* kScaleCaption = marked("bar height: log₂(1 + |value|)");

// A sum over a block is about a hundred times its terms; on a linear scale the terms would be invisible. A logarithmic scale
// shows both.
float height_of(std::int64_t value)
{
    const double magnitude = std::log2(1.0 + std::abs(static_cast<double>(value)));
    return static_cast<float>(value < 0 ? -magnitude : magnitude);
}

struct Grid {
    std::size_t per_row = 1;
    std::size_t rows = 1;
    Rect area; // of all rows
    float row_height = 0.0F; // including the gap below
    float bar_height = 0.0F; // space for bars in a row
    float pitch = 0.0F; // pitch of the bars
    float gap = 0.0F;
    bool labels = false; // height below each row
};

Grid lay_out_grid(std::size_t count, Rect scene, const Style& style)
{
    Grid grid;
    grid.area = scene.inset(style.margin);
    grid.area.height -= 2 * style.smallest; // height of the caption
    grid.per_row = std::min(count, kMaxRowLength);
    while (grid.per_row > 32 && grid.area.width / static_cast<float>(grid.per_row) < 2.5F * style.scale)
        grid.per_row = (grid.per_row + 1) / 2;
    grid.rows = (count + grid.per_row - 1) / grid.per_row;
    grid.row_height = grid.area.height / static_cast<float>(grid.rows);
    // Index labels take at most half of a row's height from its bars.
    const float label_height = 1.6F * style.smallest + style.margin;
    grid.labels = grid.rows <= 8 && 2 * label_height <= grid.row_height;
    grid.bar_height = std::max(1.0F, grid.row_height - (grid.labels ? label_height : 2.0F * style.scale));
    grid.pitch = grid.area.width / static_cast<float>(grid.per_row);
    // A few elements do not fill the width of the stage.
    const float widest = 48.0F * style.scale;
    if (grid.pitch > widest) {
        grid.pitch = widest;
        const float width = widest * static_cast<float>(grid.per_row);
        grid.area.x += (grid.area.width - width) / 2;
        grid.area.width = width;
    }
    grid.gap = grid.pitch >= 4.0F * style.scale ? std::max(1.0F, std::round(grid.pitch * 0.15F))
        : grid.pitch >= 2.5F                    ? 1.0F
                                                : 0.0F;
    return grid;
}

class Bars {
public:
    Bars(const Grid& grid, const ArrayFrame& frame, std::size_t elements_of_bar, const Style& style, DrawList& list)
        : m_grid(grid)
        , m_frame(frame)
        , m_elements_of_bar(elements_of_bar)
        , m_style(style)
        , m_list(list)
    {
    }

    // `zero` and `height`: position of the zero line and height of the bar above it, as fractions of the space for bars.
    void add(std::size_t i, float zero, float height, bool known, Touch touch)
    {
        const std::size_t row = i / m_grid.per_row;
        const float left = std::round(m_grid.area.x + m_grid.pitch * static_cast<float>(i % m_grid.per_row));
        const float right = std::round(m_grid.area.x + m_grid.pitch * static_cast<float>(i % m_grid.per_row + 1)) - m_grid.gap;
        const float bottom = m_grid.area.y + m_grid.row_height * static_cast<float>(row + 1)
            - (m_grid.row_height - m_grid.bar_height) + (m_grid.labels ? m_style.margin : 0.0F);
        const float base = bottom - zero * m_grid.bar_height;
        const float least = std::max(1.0F, 2.0F * m_style.scale);
        const float size = known ? std::max(least, std::abs(height) * m_grid.bar_height) : least;
        const Rect bar { left, height < 0.0F ? base : base - size, std::max(1.0F, right - left), size };

        m_tops.push_back({ bar.x + bar.width / 2, bar.y });
        m_list.add(Box { bar, fill_of(known, touch), {}, 1.0F, 0.0F });
        // Reading and writing also differ in shape: a frame, or a mark above the bar.
        if (touch == Touch::read)
            m_list.add(Box { Rect { bar.x - 1, bar.y - 1, bar.width + 2, bar.height + 2 }, {}, m_style.text,
                std::max(1.0F, m_style.scale), 0.0F });
        else if (touch == Touch::written)
            m_list.add(Box {
                Rect { bar.x, bar.y - 5.0F * m_style.scale, bar.width, 3.0F * m_style.scale }, m_style.orange, {}, 1.0F, 0.0F });
        if (known && m_elements_of_bar == 1 && m_grid.pitch >= 2.0F * m_style.smallest) {
            std::string value = std::to_string(m_frame.values[i]);
            if (room_for(value, Face::mono, m_style.smallest) <= m_grid.pitch)
                m_list.add(Text { { bar.x + bar.width / 2, std::min(bar.y, base) - 9.0F * m_style.scale }, std::move(value),
                    Face::mono, m_style.smallest, m_style.text, Align::center, m_grid.pitch });
        }
        if (m_grid.labels && labeled(i % m_grid.per_row))
            m_list.add(Text { { left, bottom + 1.25F * m_style.smallest }, std::to_string(i * m_elements_of_bar), Face::mono,
                m_style.smallest, m_style.secondary, Align::left, 0.0F });
    }

    // From the element that a lane reads to the element that it writes; drawn after all bars.
    void carry(const ArrayFrame::Edge& edge, bool with_arc)
    {
        const std::size_t from = edge.from / m_elements_of_bar;
        const std::size_t to = edge.to / m_elements_of_bar;
        if (from == to || from >= m_tops.size() || to >= m_tops.size())
            return;
        const float lift = 7.0F * m_style.scale;
        const Point a { m_tops[from].x, m_tops[from].y - lift / 2 };
        const Point b { m_tops[to].x, m_tops[to].y - lift };
        const float rise = kBend * std::hypot(b.x - a.x, b.y - a.y) + lift;
        const Point peak { (a.x + b.x) / 2, std::max(m_grid.area.y, std::min(a.y, b.y) - rise) };
        const float head = 3.5F * m_style.scale;
        m_list.add(Polygon { { { b.x - head, b.y - head }, { b.x + head, b.y - head }, { b.x, b.y + head } }, m_style.orange });
        if (!with_arc)
            return;
        constexpr int kPieces = 12;
        Polyline curve { {}, m_style.orange, std::max(1.0F, 1.4F * m_style.scale) };
        for (int i = 0; i <= kPieces; ++i) {
            const float t = static_cast<float>(i) / kPieces;
            const float u = 1.0F - t;
            curve.points.push_back(
                { u * u * a.x + 2 * u * t * peak.x + t * t * b.x, u * u * a.y + 2 * u * t * peak.y + t * t * b.y });
        }
        m_list.add(std::move(curve));
    }

private:
    [[nodiscard]] Color fill_of(bool known, Touch touch) const
    {
        if (touch == Touch::written)
            return m_style.orange;
        return known ? m_style.blue : m_style.dim;
    }

    // Space for three digits between two indices.
    [[nodiscard]] bool labeled(std::size_t column) const
    {
        std::size_t every = 1;
        while (every < m_grid.per_row && static_cast<float>(every) * m_grid.pitch < 3.0F * m_style.smallest)
            every *= 2;
        return column % every == 0;
    }

    const Grid& m_grid;
    const ArrayFrame& m_frame;
    std::size_t m_elements_of_bar;
    const Style& m_style;
    DrawList& m_list;
    std::vector<Point> m_tops; // of the bars
};

// Of the lanes that write neighboring elements and read equally far away, the first and the last one have an arc: all arcs of a
// wide group would tangle. Indexed as the edges.
std::vector<bool> edges_with_arc(const std::vector<ArrayFrame::Edge>& edges)
{
    constexpr std::int64_t kFar = 4; // elements: nearer arcs do not cross many others
    constexpr std::size_t kGroup = 4; // lanes
    const auto distance = [&](std::size_t i) {
        return static_cast<std::int64_t>(edges[i].from) - static_cast<std::int64_t>(edges[i].to);
    };
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < edges.size(); ++i)
        if (edges[i].from != edges[i].to)
            order.push_back(i);
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair { distance(i), edges[i].to }; });
    std::vector<bool> with_arc(edges.size(), true);
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = first + 1;
        while (end < order.size() && distance(order[end]) == distance(order[first])
            && edges[order[end]].to <= edges[order[end - 1]].to + 1)
            ++end;
        if (end - first > kGroup && std::abs(distance(order[first])) > kFar)
            for (std::size_t i = first + 1; i + 1 < end; ++i)
                with_arc[order[i]] = false;
        first = end;
    }
    return with_arc;
}

// What the lanes do together, if all of them do the same: "s[i] += s[i + 8]".
std::string action_of(const ArrayFrame& frame)
{
    std::optional<std::int64_t> apart;
    std::size_t lanes = 0;
    for (const ArrayFrame::Edge& edge : frame.edges) {
        const std::int64_t distance = static_cast<std::int64_t>(edge.from) - static_cast<std::int64_t>(edge.to);
        if (distance == 0)
            continue;
        if (apart && *apart != distance)
            return {};
        apart = distance;
        ++lanes;
    }
    if (!apart)
        return {};
    return trf("warp {}: s[i] and s[i {} {}] combined into s[i] by {} {}   ·   ", frame.warp, *apart < 0 ? "−" : "+",
        std::abs(*apart), lanes, lanes == 1 ? tr("lane") : tr("lanes"));
}

DrawList wrong_thread(const ArrayFrame& frame, const session::WrongElement& element, Rect strip, Rect scene, const Style& style)
{
    Canvas canvas({ scene.right(), scene.bottom() }, style);
    const std::string words = wrong_thread_words(element);
    const auto& thread = element.thread;
    const auto place = thread ? place_in_lane_strip(frame, thread->warp, thread->lane, strip, style) : std::nullopt;
    if (place)
        label_wrong(canvas, *place, scene, words);
    else
        label_wrong(canvas, scene, words);
    return canvas.finish();
}

} // namespace

ArrayScene::Bar ArrayScene::bar_of(const ArrayFrame& frame, std::size_t bar) const
{
    Bar result;
    const std::size_t end = std::min(frame.values.size(), (bar + 1) * m_elements_of_bar);
    std::int64_t farthest = 0;
    for (std::size_t i = bar * m_elements_of_bar; i < end; ++i) {
        if (i < frame.known.size() && frame.known[i]) {
            result.known = true;
            if (std::abs(static_cast<double>(frame.values[i])) > std::abs(static_cast<double>(farthest)))
                farthest = frame.values[i];
        }
        if (i < frame.touched.size())
            result.touch = std::max(result.touch, frame.touched[i]);
    }
    result.height = result.known ? height_of(farthest) : 0.0F;
    return result;
}

void ArrayScene::advance(const ArrayFrame& frame, Seconds elapsed)
{
    const bool same = m_elements == frame.values.size();
    const float part = same ? ease_part(elapsed) : 1.0F;
    m_elements = frame.values.size();
    m_elements_of_bar = std::max<std::size_t>(1, (m_elements + kMaxBars - 1) / kMaxBars);
    m_bars.resize((m_elements + m_elements_of_bar - 1) / m_elements_of_bar);
    m_moving = false;
    const auto approach = [&](float& value, float target) {
        value += (target - value) * part;
        // Below what can be seen.
        if (std::abs(target - value) < 0.005F)
            value = target;
        m_moving = m_moving || value != target;
    };
    float highest = 1.0F;
    float lowest = 0.0F;
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const Bar target = bar_of(frame, i);
        m_bars[i].known = target.known;
        m_bars[i].touch = target.touch;
        approach(m_bars[i].height, target.height);
        highest = std::max(highest, target.height);
        lowest = std::min(lowest, target.height);
    }
    approach(m_highest, highest);
    approach(m_lowest, lowest);
}

DrawList ArrayScene::picture(const ArrayFrame& frame, Rect scene, const Style& style, const session::WrongElement* wrong) const
{
    DrawList list { { scene.right(), scene.bottom() }, {} };
    if (frame.values.empty() || m_elements != frame.values.size() || scene.height < 2 * style.margin)
        return list;
    Rect room = scene;
    room.height -= lane_strip_height(frame, style);
    const Grid grid = lay_out_grid(m_bars.size(), room, style);
    const CellGrid cells { {}, grid.area, grid.rows, grid.per_row, 0, m_elements_of_bar, grid.per_row * m_elements_of_bar,
        frame.values.size() };
    list.targets.push_back({ cells.area, cells });
    const float span = m_highest - m_lowest;
    Bars bars(grid, frame, m_elements_of_bar, style, list);
    for (std::size_t i = 0; i < m_bars.size(); ++i)
        bars.add(i, -m_lowest / span, m_bars[i].height / span, m_bars[i].known, m_bars[i].touch);
    if (frame.edges.size() <= kMaxEdges) {
        const auto with_arc = edges_with_arc(frame.edges);
        for (std::size_t i = 0; i < frame.edges.size(); ++i)
            bars.carry(frame.edges[i], with_arc[i]);
    }
    if (scene.height > 5 * style.margin) { // else the caption would overlap the bars
        const float width = scene.width - 2 * style.margin;
        std::string words = action_of(frame) + tr(kScaleCaption);
        for (const char* shorter : { tr(kScaleCaption), tr("bars: log₂ of the value"), tr("log₂ scale") })
            if (room_for(words, Face::regular, style.smallest) > width)
                words = shorter;
        list.add(Text { { scene.x + style.margin, room.bottom() - style.margin }, std::move(words), Face::regular, style.smallest,
            style.secondary, Align::left, width });
    }
    const Rect strip { scene.x + style.margin, room.bottom(), scene.width - 2 * style.margin, scene.bottom() - room.bottom() };
    add_lane_strip(list, frame, strip, style);
    if (wrong != nullptr)
        list.append(wrong_thread(frame, *wrong, strip, scene, style), {});
    return list;
}

} // namespace warpstage::views

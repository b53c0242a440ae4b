#include "app/stage/scene/array.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace warpstage::stage {

namespace {

using figure::Box;
using figure::Color;
using figure::DrawList;
using figure::Rect;
using figure::Style;
using figure::Text;
using session::ArrayFrame;
using trace::Touch;

constexpr std::size_t kLongestRow = 256;
constexpr const char* kScaleCaption = "bar height: log₂(1 + |value|)";

// A sum over a block is a hundred times its terms; in a linear scale the terms would vanish. Logarithms show both.
float height_of(std::int64_t value)
{
    const double magnitude = std::log2(1.0 + std::abs(static_cast<double>(value)));
    return static_cast<float>(value < 0 ? -magnitude : magnitude);
}

struct Grid {
    std::size_t per_row = 1;
    std::size_t rows = 1;
    Rect area; // of all rows
    float row_height = 0.0F; // with the gap below
    float bar_height = 0.0F; // room for bars in a row
    float pitch = 0.0F; // from bar to bar
    float gap = 0.0F;
    bool labels = false; // below each row
};

Grid lay_out_grid(std::size_t count, Rect scene, const Style& style)
{
    Grid grid;
    grid.area = scene.inset(style.margin);
    grid.area.height -= 2 * style.smallest; // the caption
    grid.per_row = std::min(count, kLongestRow);
    while (grid.per_row > 32 && grid.area.width / static_cast<float>(grid.per_row) < 2.5F * style.scale)
        grid.per_row = (grid.per_row + 1) / 2;
    grid.rows = (count + grid.per_row - 1) / grid.per_row;
    grid.row_height = grid.area.height / static_cast<float>(grid.rows);
    // Indices take no more than half of a row from its bars.
    const float label_height = 1.6F * style.smallest + style.margin;
    grid.labels = grid.rows <= 8 && 2 * label_height <= grid.row_height;
    grid.bar_height = std::max(1.0F, grid.row_height - (grid.labels ? label_height : 2.0F * style.scale));
    grid.pitch = grid.area.width / static_cast<float>(grid.per_row);
    // A few elements need not be as wide as the stage.
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
    Bars(const Grid& grid, const ArrayFrame& frame, const Style& style, DrawList& list)
        : m_grid(grid)
        , m_frame(frame)
        , m_style(style)
        , m_list(list)
    {
    }

    // `zero` and `height`: where the zero line is and how far the bar goes from it, as parts of the room for bars.
    void add(std::size_t i, float zero, float height)
    {
        const std::size_t row = i / m_grid.per_row;
        const float left = std::round(m_grid.area.x + m_grid.pitch * static_cast<float>(i % m_grid.per_row));
        const float right = std::round(m_grid.area.x + m_grid.pitch * static_cast<float>(i % m_grid.per_row + 1)) - m_grid.gap;
        const float bottom = m_grid.area.y + m_grid.row_height * static_cast<float>(row + 1)
            - (m_grid.row_height - m_grid.bar_height) + (m_grid.labels ? m_style.margin : 0.0F);
        const float base = bottom - zero * m_grid.bar_height;
        const bool known = i < m_frame.known.size() && m_frame.known[i];
        const Touch touch = i < m_frame.touched.size() ? m_frame.touched[i] : Touch::none;
        const float least = std::max(1.0F, 2.0F * m_style.scale);
        const float size = known ? std::max(least, std::abs(height) * m_grid.bar_height) : least;
        const Rect bar { left, height < 0.0F ? base : base - size, std::max(1.0F, right - left), size };

        m_list.add(Box { bar, fill_of(known, touch), {}, 1.0F, 0.0F });
        // Reading and writing differ in shape too: a frame, or a mark above the bar.
        if (touch == Touch::read)
            m_list.add(Box { Rect { bar.x - 1, bar.y - 1, bar.width + 2, bar.height + 2 }, {}, m_style.text,
                std::max(1.0F, m_style.scale), 0.0F });
        else if (touch == Touch::written)
            m_list.add(Box {
                Rect { bar.x, bar.y - 5.0F * m_style.scale, bar.width, 3.0F * m_style.scale }, m_style.orange, {}, 1.0F, 0.0F });
        if (known && m_grid.pitch >= 2.0F * m_style.smallest)
            m_list.add(
                Text { { bar.x + bar.width / 2, std::min(bar.y, base) - 9.0F * m_style.scale }, std::to_string(m_frame.values[i]),
                    figure::Face::mono, m_style.smallest, m_style.text, figure::Align::center, m_grid.pitch * 1.4F });
        if (m_grid.labels && labelled(i % m_grid.per_row))
            m_list.add(Text { { left, bottom + 1.25F * m_style.smallest }, std::to_string(i), figure::Face::mono,
                m_style.smallest, m_style.secondary, figure::Align::left, 0.0F });
    }

private:
    [[nodiscard]] Color fill_of(bool known, Touch touch) const
    {
        if (touch == Touch::written)
            return m_style.orange;
        return known ? m_style.blue : m_style.dim;
    }

    // Enough room for three digits between two indices.
    [[nodiscard]] bool labelled(std::size_t column) const
    {
        std::size_t every = 1;
        while (static_cast<float>(every) * m_grid.pitch < 3.0F * m_style.smallest)
            every *= 2;
        return column % every == 0;
    }

    const Grid& m_grid;
    const ArrayFrame& m_frame;
    const Style& m_style;
    DrawList& m_list;
};

} // namespace

void ArrayScene::advance(const ArrayFrame& frame, Seconds elapsed)
{
    const bool same = m_heights.size() == frame.values.size();
    const float part = same ? ease_part(elapsed) : 1.0F;
    m_heights.resize(frame.values.size(), 0.0F);
    m_moving = false;
    const auto approach = [&](float& value, float target) {
        value += (target - value) * part;
        // Less than anybody sees.
        if (std::abs(target - value) < 0.005F)
            value = target;
        m_moving = m_moving || value != target;
    };
    float highest = 1.0F;
    float lowest = 0.0F;
    for (std::size_t i = 0; i < m_heights.size(); ++i) {
        const bool known = i < frame.known.size() && frame.known[i];
        const float target = known ? height_of(frame.values[i]) : 0.0F;
        approach(m_heights[i], target);
        highest = std::max(highest, target);
        lowest = std::min(lowest, target);
    }
    approach(m_highest, highest);
    approach(m_lowest, lowest);
}

DrawList ArrayScene::picture(const ArrayFrame& frame, Rect scene, const Style& style) const
{
    DrawList list { { scene.right(), scene.bottom() }, {} };
    if (frame.values.empty() || m_heights.size() != frame.values.size() || scene.height < 2 * style.margin)
        return list;
    const Grid grid = lay_out_grid(frame.values.size(), scene, style);
    const float span = m_highest - m_lowest;
    Bars bars(grid, frame, style, list);
    for (std::size_t i = 0; i < m_heights.size(); ++i)
        bars.add(i, -m_lowest / span, m_heights[i] / span);
    if (scene.height > 5 * style.margin) // else the caption would stand in the bars
        list.add(Text { { grid.area.x, scene.bottom() - style.margin }, kScaleCaption, figure::Face::regular, style.smallest,
            style.secondary, figure::Align::left, scene.width - 2 * style.margin });
    return list;
}

} // namespace warpstage::stage

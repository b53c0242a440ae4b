#include "app/views/scenes/tile_access_figure.h"

#include "app/views/scenes/wrong_element_mark.h"

#include <bit>

namespace warpstage::views {

namespace {

using session::ArrayFrame;
using session::MatrixFrame;
using session::MatrixTouch;

constexpr std::uint32_t kWindow = 32; // elements per side of the shown part of a larger tile
constexpr std::uint32_t kMaxShownSide = 64;
constexpr std::size_t kRowOfShared = 32; // words: one per bank
constexpr float kWholesPart = 0.40F; // of the height

Color color_of(float value, const MatrixFrame& scale, const Style& style)
{
    if (!std::isfinite(value))
        return style.vermilion;
    return ramp_color(kMatrixColors, (value - scale.lowest) / std::max(scale.highest - scale.lowest, 1e-20F));
}

const MatrixFrame* frame_named(const MatrixFrame& matrix, const std::string& name)
{
    for (const auto& source : matrix.sources)
        if (source->name == name)
            return source.get();
    return matrix.name == name ? &matrix : nullptr;
}

std::optional<float> value_at(const MatrixFrame& frame, std::uint32_t row, std::uint32_t column)
{
    const std::size_t index = row / frame.reduction * frame.shown_columns + column / frame.reduction;
    return index < frame.values.size() && column < frame.columns ? std::optional(frame.values[index]) : std::nullopt;
}

struct Window {
    std::uint32_t row = 0;
    std::uint32_t column = 0;
    std::uint32_t rows = 1;
    std::uint32_t columns = 1;
};

// Everything that the block accesses if that is a tile, else the surroundings of the latest element.
Window window_of(const MatrixTouch& touch, const MatrixFrame* frame)
{
    const std::uint32_t rows = touch.last.row - touch.first.row + 1;
    const std::uint32_t columns = touch.last.column - touch.first.column + 1;
    if (rows <= kMaxShownSide && columns <= kMaxShownSide && rows <= 4 * columns && columns <= 4 * rows)
        return { touch.first.row, touch.first.column, rows, columns };
    const MatrixTouch::Place latest = !touch.now.empty() ? touch.now.front()
        : !touch.before.empty()                          ? touch.before.back()
                                                         : touch.first;
    Window window { latest.row / kWindow * kWindow, latest.column / kWindow * kWindow, kWindow, kWindow };
    const auto all_rows = frame != nullptr ? static_cast<std::uint32_t>(frame->rows) : touch.last.row + 1;
    const auto all_columns = frame != nullptr ? static_cast<std::uint32_t>(frame->columns) : touch.last.column + 1;
    window.rows = std::min(kWindow, all_rows - window.row);
    window.columns = std::min(kWindow, all_columns - window.column);
    return window;
}

// A grid of cells with a name above it.
class Tile {
public:
    Tile(Canvas& canvas, Rect place, std::size_t rows, std::size_t columns)
        : m_canvas(canvas)
    {
        const float side = std::min(place.width / static_cast<float>(std::max<std::size_t>(1, columns)),
            place.height / static_cast<float>(std::max<std::size_t>(1, rows)));
        m_pitch = side >= 3.0F ? std::floor(side) : side;
        m_area = { std::round(place.x + (place.width - m_pitch * static_cast<float>(columns)) / 2), std::round(place.y),
            m_pitch * static_cast<float>(columns), m_pitch * static_cast<float>(rows) };
        m_canvas.frame(m_area.inset(-2.0F), well_color(canvas.style()), canvas.style().border);
    }

    void cell(std::size_t row, std::size_t column, Color color) { m_canvas.fill(rect_of(row, column, 0.0F), color); }
    // A dot in the middle for an element that has not been accessed.
    void ghost(std::size_t row, std::size_t column, Color color) { m_canvas.fill(rect_of(row, column, 0.2F), color); }
    void mark(std::size_t row, std::size_t column)
    {
        const Rect rect = rect_of(row, column, 0.0F);
        m_canvas.outline({ rect.x - 1, rect.y - 1, rect.width + 2, rect.height + 2 }, m_canvas.style().text);
    }
    void mark_wrong(std::size_t row, std::size_t column) { views::mark_wrong(m_canvas, rect_of(row, column, 0.0F)); }
    [[nodiscard]] Rect area() const { return m_area; }

private:
    [[nodiscard]] Rect rect_of(std::size_t row, std::size_t column, float inset) const
    {
        const float gap = m_pitch >= 4.0F ? 1.0F : 0.0F;
        const Rect rect { m_area.x + m_pitch * static_cast<float>(column), m_area.y + m_pitch * static_cast<float>(row),
            m_pitch - gap, m_pitch - gap };
        return rect.inset(inset * m_pitch);
    }

    Canvas& m_canvas;
    float m_pitch = 1.0F;
    Rect m_area;
};

// An accessed element has the color of its value; the remaining elements of a source are dimmed, those of the result are empty.
// Without a frame the values are unknown.
CellGrid draw_touched(Canvas& canvas, const MatrixTouch& touch, const MatrixFrame* frame, bool result, Rect place,
    const std::optional<MatrixPlace>& wrong)
{
    const Style& style = canvas.style();
    const Window window = window_of(touch, frame);
    Tile tile(canvas, place, window.rows, window.columns);
    const auto color_at = [&](std::uint32_t row, std::uint32_t column) {
        const auto value = frame != nullptr ? value_at(*frame, row, column) : std::nullopt;
        return value ? color_of(*value, *frame, style) : style.blue;
    };
    if (!result) {
        for (std::uint32_t row = 0; row < window.rows; ++row)
            for (std::uint32_t column = 0; column < window.columns; ++column)
                tile.ghost(row, column,
                    ramp_color(std::array { color_at(window.row + row, window.column + column), style.background }, 0.4F));
    }
    const auto inside = [&](const MatrixTouch::Place& at) {
        return at.row >= window.row && at.row < window.row + window.rows && at.column >= window.column
            && at.column < window.column + window.columns;
    };
    const auto paint = [&](const MatrixTouch::Place& at) {
        if (inside(at))
            tile.cell(at.row - window.row, at.column - window.column, color_at(at.row, at.column));
    };
    std::for_each(touch.before.begin(), touch.before.end(), paint);
    std::for_each(touch.now.begin(), touch.now.end(), paint);
    for (const auto& at : touch.now)
        if (inside(at))
            tile.mark(at.row - window.row, at.column - window.column);
    if (wrong && inside({ wrong->row, wrong->column }))
        tile.mark_wrong(wrong->row - window.row, wrong->column - window.column);
    if (frame == nullptr)
        return CellGrid { touch.name, tile.area() };
    return CellGrid { touch.name, tile.area(), window.rows, window.columns,
        std::uint64_t { window.row } * frame->columns + window.column, 1, frame->columns, frame->rows * frame->columns };
}

// Words that are not elements of these matrices (an index, half of a double) are plain.
Color color_of_word(std::int64_t bits, const MatrixFrame& scale, const Style& style)
{
    const float value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    const float slack = 0.01F * (scale.highest - scale.lowest);
    if (!(value >= scale.lowest - slack && value <= scale.highest + slack))
        return style.blue;
    return color_of(value, scale, style);
}

CellGrid draw_shared(Canvas& canvas, const ArrayFrame& cells, const MatrixFrame& scale, Rect place)
{
    const std::size_t rows = (cells.values.size() + kRowOfShared - 1) / kRowOfShared;
    std::size_t first = 0;
    if (rows > kMaxShownSide) {
        const auto touched = std::find_if(
            cells.touched.begin(), cells.touched.end(), [](session::Touch touch) { return touch != session::Touch::none; });
        const auto at = touched == cells.touched.end() ? 0 : static_cast<std::size_t>(touched - cells.touched.begin());
        first = at / kRowOfShared / kWindow * kWindow;
    }
    const std::size_t shown = std::min<std::size_t>(rows - first, rows > kMaxShownSide ? kWindow : kMaxShownSide);
    Tile tile(canvas, place, shown, kRowOfShared);
    const std::size_t end = std::min(cells.values.size(), (first + shown) * kRowOfShared);
    for (std::size_t i = first * kRowOfShared; i < end; ++i)
        if (i < cells.known.size() && cells.known[i])
            tile.cell(i / kRowOfShared - first, i % kRowOfShared, color_of_word(cells.values[i], scale, canvas.style()));
    for (std::size_t i = first * kRowOfShared; i < end; ++i)
        if (i < cells.touched.size() && cells.touched[i] != session::Touch::none)
            tile.mark(i / kRowOfShared - first, i % kRowOfShared);
    return CellGrid { {}, tile.area(), shown, kRowOfShared, first * kRowOfShared, 1, kRowOfShared, cells.values.size() };
}

std::string words_of(const TileAccessInput& input)
{
    std::size_t touched = 0;
    for (const MatrixTouch& touch : input.accesses->touched)
        touched += touch.now.size();
    const auto& accesses = *input.accesses;
    const std::string where = trf("block {} · executing: warp {}, line {}", accesses.block, accesses.warp, accesses.line);
    if (touched == 0)
        return where;
    return trf("{} {} {} elements", where, accesses.store ? tr("writes") : tr("reads"), touched);
}

// Two lines around the area of a block. For a row or a column of the matrix, the lines stay within the matrix's frame.
void draw_region(Canvas& canvas, Rect region, Rect image)
{
    const Style& style = canvas.style();
    const float line = 1.5F * style.scale;
    region.x = std::clamp(region.x, image.x, std::max(image.x, image.right() - region.width));
    region.y = std::clamp(region.y, image.y, std::max(image.y, image.bottom() - region.height));
    const Rect around = region.inset(-line);
    const float left = std::max(around.x, image.x);
    const float top = std::max(around.y, image.y);
    const Rect outer { left, top, std::min(around.right(), image.right()) - left,
        std::min(around.bottom(), image.bottom()) - top };
    const float inset = std::min({ line, 0.4F * outer.width, 0.4F * outer.height });
    canvas.outline(outer.inset(inset), style.text);
    canvas.outline(outer, style.vermilion);
}

} // namespace

TileAccessLayout layout_tile_accesses(const MatrixFrame& matrix, Rect rect, const Style& style)
{
    TileAccessLayout layout;
    const float name = 1.6F * style.smallest;
    const auto count = static_cast<float>(matrix.sources.size() + 1);
    const float gap = style.margin;
    const float height = kWholesPart * rect.height - name;
    const float width = (rect.width - gap * (count - 1.0F)) / count;
    for (std::size_t i = 0; i <= matrix.sources.size(); ++i)
        layout.wholes.push_back({ rect.x + static_cast<float>(i) * (width + gap), rect.y + name, width, height });
    const float top = rect.y + kWholesPart * rect.height + 0.5F * style.margin;
    layout.tiles = { rect.x, top, rect.width, rect.bottom() - top };
    return layout;
}

DrawList wholes_figure(const TileAccessInput& input, const TileAccessLayout& layout, const Style& style)
{
    const Rect& last = layout.wholes.back();
    Canvas canvas({ last.right(), last.bottom() }, style);
    std::optional<Rect> wrong;
    for (std::size_t i = 0; i < layout.wholes.size(); ++i) {
        const MatrixFrame& frame = i < input.matrix->sources.size() ? *input.matrix->sources[i] : *input.matrix;
        const Rect place = layout.wholes[i];
        const float unit = std::min(place.width / static_cast<float>(std::max<std::size_t>(1, frame.columns)),
            place.height / static_cast<float>(std::max<std::size_t>(1, frame.rows)));
        const Rect image { place.x + (place.width - unit * static_cast<float>(frame.columns)) / 2,
            place.y + (place.height - unit * static_cast<float>(frame.rows)) / 2, unit * static_cast<float>(frame.columns),
            unit * static_cast<float>(frame.rows) };
        canvas.outline(image, style.border);
        if (const auto at = input.wrong != nullptr ? place_in(frame, *input.wrong) : std::nullopt)
            wrong = { image.x + unit * static_cast<float>(at->column), image.y + unit * static_cast<float>(at->row), unit, unit };
        canvas.text({ place.x + place.width / 2, place.y - 0.5F * style.smallest },
            fmt::format("{}: {} × {}", frame.name, frame.rows, frame.columns), note(style, place.width, Align::center));
        const auto touch = std::find_if(input.accesses->touched.begin(), input.accesses->touched.end(),
            [&](const MatrixTouch& of) { return of.name == frame.name; });
        if (touch == input.accesses->touched.end())
            continue;
        const float least = std::min({ 4.0F * style.scale, image.width, image.height });
        Rect region { image.x + unit * static_cast<float>(touch->first.column),
            image.y + unit * static_cast<float>(touch->first.row),
            std::max(least, unit * static_cast<float>(touch->last.column - touch->first.column + 1)),
            std::max(least, unit * static_cast<float>(touch->last.row - touch->first.row + 1)) };
        draw_region(canvas, region, image);
    }
    // Above all matrices, because their total width has space for the text.
    const Rect& first = layout.wholes.front();
    if (wrong)
        label_wrong(canvas, *wrong, { first.x, first.y, last.right() - first.x, last.height }, wrong_element_words(*input.wrong));
    return canvas.finish();
}

DrawList tiles_figure(const TileAccessInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const bool shared = input.cells != nullptr && !input.cells->values.empty();
    const std::size_t count = input.accesses->touched.size() + (shared ? 1 : 0);
    if (count == 0)
        return canvas.finish();
    const float name = 1.6F * style.smallest;
    const float arrow = 18.0F * style.scale;
    const float width = (size.width - arrow * static_cast<float>(count - 1)) / static_cast<float>(count);
    const float height = std::max(1.0F, size.height - 2.4F * name);
    const bool roomy = width >= 150.0F * style.scale;
    float x = 0.0F;
    const auto label = [&](const CellGrid& grid, const std::string& words) {
        const Rect area = grid.area;
        canvas.cells(grid);
        canvas.text({ x + width / 2, 0.8F * name }, words, note(style, width, Align::center));
        if (x > 0.0F)
            canvas.triangle({ x - arrow / 2, area.y + area.height / 2 }, 8.0F * style.scale, Pointing::right, style.secondary);
        x += width + arrow;
    };
    // Values in shared memory come from the matrices that are read.
    const MatrixFrame& scale = input.matrix->sources.empty() ? *input.matrix : *input.matrix->sources.front();
    for (std::size_t i = 0; i < input.accesses->touched.size(); ++i) {
        const MatrixTouch& touch = input.accesses->touched[i];
        const MatrixFrame* frame = frame_named(*input.matrix, touch.name);
        const bool result = frame == nullptr || frame == input.matrix;
        if (shared && i + 1 == input.accesses->touched.size())
            label(draw_shared(canvas, *input.cells, scale, { x, name, width, height }),
                roomy ? tr("shared, 32 banks per row") : tr("shared"));
        const Window window = window_of(touch, frame);
        const auto wrong = frame != nullptr && input.wrong != nullptr ? place_in(*frame, *input.wrong) : std::nullopt;
        label(draw_touched(canvas, touch, frame, result, { x, name, width, height }, wrong),
            roomy ? fmt::format("{}[{}…][{}…]", touch.name, window.row, window.column) : touch.name);
    }
    canvas.text({ size.width / 2, size.height - 0.4F * style.smallest }, words_of(input),
        { Face::regular, style.smallest, style.text, Align::center, size.width });
    return canvas.finish();
}

} // namespace warpstage::views

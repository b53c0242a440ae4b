#include "app/views/scenes/wrong_element_mark.h"

namespace warpstage::views {

namespace {

constexpr float kMinSide = 11.0F; // at scale 1: in a matrix of thousands of rows an element is smaller than a pixel

Rect grown(Rect place, float least)
{
    const float width = std::max(place.width, least);
    const float height = std::max(place.height, least);
    return { place.x + (place.width - width) / 2, place.y + (place.height - height) / 2, width, height };
}

bool holds(Rect room, Rect part)
{
    return part.x >= room.x && part.y >= room.y && part.right() <= room.right() && part.bottom() <= room.bottom();
}

Size chip_size(const Canvas& canvas, const std::string& words, float most)
{
    const Style& style = canvas.style();
    const float wanted = room_for(words, Face::semibold, style.small) + 1.4F * style.small + canvas.units(24.0F);
    return { std::min(wanted, most), 1.9F * style.small };
}

void draw_chip(Canvas& canvas, Rect chip, const std::string& words)
{
    const Style& style = canvas.style();
    canvas.frame(chip, mix(style.panel, style.vermilion, 0.18F), style.vermilion, canvas.units(5.0F));
    const float sign = 1.1F * style.small;
    const float middle = chip.y + chip.height / 2;
    warning_sign(canvas, { chip.x + canvas.units(8.0F) + sign / 2, middle }, sign, style.vermilion);
    const float left = chip.x + canvas.units(14.0F) + sign;
    canvas.label({ left, middle }, words,
        { Face::semibold, style.small, style.text, Align::left, chip.right() - canvas.units(6.0F) - left });
}

} // namespace

std::string wrong_element_words(const session::WrongElement& element)
{
    const auto& difference = element.difference;
    const std::string place = difference.columns == 0
        ? fmt::format("{}[{}]", difference.buffer, difference.index)
        : fmt::format(
            "{}[{}][{}]", difference.buffer, difference.index / difference.columns, difference.index % difference.columns);
    return trf("{}: {} instead of {}", place, difference.found, difference.expected);
}

std::string wrong_thread_words(const session::WrongElement& element)
{
    const std::string words = wrong_element_words(element);
    return element.thread ? trf("{}, written by lane {} of warp {}", words, element.thread->lane, element.thread->warp) : words;
}

std::optional<MatrixPlace> place_in(const session::MatrixFrame& matrix, const session::WrongElement& element)
{
    const auto& difference = element.difference;
    // The matrix of a trial may be smaller than the displayed one; a plain array has rows as wide as the displayed ones.
    const std::size_t columns = difference.columns != 0 ? difference.columns : matrix.columns;
    if (difference.buffer != matrix.name || columns == 0)
        return std::nullopt;
    const std::size_t row = difference.index / columns;
    const std::size_t column = difference.index % columns;
    if (row >= matrix.rows || column >= matrix.columns)
        return std::nullopt;
    return MatrixPlace { static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column) };
}

void mark_wrong(Canvas& canvas, Rect place)
{
    const Style& style = canvas.style();
    const Rect frame = grown(place, canvas.units(kMinSide)).inset(-canvas.units(2.0F));
    // On light and dark backgrounds at least one of the two outlines is visible.
    canvas.outline(frame.inset(-canvas.units(1.5F)), style.background);
    canvas.outline(frame, style.vermilion);
    canvas.outline(frame.inset(canvas.units(1.0F)), style.vermilion);
    canvas.line(frame.corner(), { frame.right(), frame.bottom() }, style.vermilion, canvas.units(1.5F));
    canvas.line({ frame.right(), frame.y }, { frame.x, frame.bottom() }, style.vermilion, canvas.units(1.5F));
}

void label_wrong(Canvas& canvas, Rect place, Rect room, const std::string& words)
{
    mark_wrong(canvas, place);
    const Rect mark = grown(place, canvas.units(kMinSide + 4.0F));
    const Size size = chip_size(canvas, words, room.width);
    const float gap = canvas.units(12.0F);
    const float middle_x = std::clamp(mark.x + (mark.width - size.width) / 2, room.x, room.right() - size.width);
    const float middle_y =
        std::clamp(mark.y + (mark.height - size.height) / 2, room.y, std::max(room.y, room.bottom() - size.height));
    const std::array candidates { Rect { mark.right() + gap, middle_y, size.width, size.height },
        Rect { mark.x - gap - size.width, middle_y, size.width, size.height },
        Rect { middle_x, mark.y - gap - size.height, size.width, size.height },
        Rect { middle_x, mark.bottom() + gap, size.width, size.height } };
    const auto* const fits = std::ranges::find_if(candidates, [&](Rect chip) { return holds(room, chip); });
    if (fits == candidates.end()) {
        label_wrong(canvas, room, words);
        return;
    }
    const Point from { std::clamp(fits->x + fits->width / 2, mark.x, mark.right()),
        std::clamp(fits->y + fits->height / 2, mark.y, mark.bottom()) };
    const Point to { std::clamp(from.x, fits->x, fits->right()), std::clamp(from.y, fits->y, fits->bottom()) };
    canvas.line(from, to, canvas.style().vermilion, canvas.units(1.5F));
    draw_chip(canvas, *fits, words);
}

void label_wrong(Canvas& canvas, Rect room, const std::string& words)
{
    const Size size = chip_size(canvas, words, room.width);
    draw_chip(canvas, { room.x + (room.width - size.width) / 2, room.y + canvas.units(4.0F), size.width, size.height }, words);
}

} // namespace warpstage::views

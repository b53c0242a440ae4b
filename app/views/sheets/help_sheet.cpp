#include "app/views/frame/panel.h"
#include "app/views/sheets/paged_sheets.h"
#include "app/views/view.h"

namespace warpstage::views {

namespace {

constexpr float kMinPitch = 21.0F;
constexpr float kMaxPitch = 34.0F;
constexpr float kColumnGap = 10.0F; // between a key and its meaning, and behind a column

struct KeyColumns {
    float keys = 0.0F; // widest chip
    float meaning = 0.0F;

    [[nodiscard]] float width(const Style& style) const { return keys + meaning + 2 * kColumnGap * style.scale; }
};

KeyColumns measure(const std::vector<KeyWords>& keys, const Style& style)
{
    KeyColumns columns;
    for (const KeyWords& key : keys) {
        columns.keys = std::max(columns.keys, room_for(key.keys, Face::semibold, style.small));
        columns.meaning = std::max(columns.meaning, room_for(key.meaning, Face::regular, style.small));
    }
    columns.keys += 12.0F * style.scale;
    return columns;
}

} // namespace

PagedSheet help_sheet(const std::vector<KeyWords>& keys, std::size_t page, Size window, const Style& style)
{
    const float scale = style.scale;
    const bool low = window.height < 620.0F * scale;
    const float padding = (low ? 10.0F : 22.0F) * scale;
    const float head = (low ? 1.4F : 2.0F) * style.title;
    const KeyColumns measured = measure(keys, style);
    const float most_width = std::max(window.width - 2 * style.margin, 1.0F);
    const float most_height = std::max(window.height - 2 * style.margin, 1.0F);
    const auto abreast = static_cast<std::size_t>(
        std::clamp(std::floor((most_width - 2 * padding) / std::max(measured.width(style), 1.0F)), 1.0F, 3.0F));
    const auto most_rows = std::max<std::size_t>(1, rows_in(most_height - head - 2 * padding, kMinPitch * scale));
    // No more columns than the rows need.
    const std::size_t columns = std::clamp<std::size_t>((keys.size() + most_rows - 1) / most_rows, 1, abreast);
    const std::size_t room = columns * most_rows;
    const std::size_t pages = std::max<std::size_t>(1, (keys.size() + room - 1) / room);
    page = std::min(page, pages - 1);
    const std::size_t first = page * room;
    const std::size_t last = std::min(first + room, keys.size());
    const std::size_t rows = pages > 1 ? most_rows : std::max<std::size_t>(1, (keys.size() + columns - 1) / columns);
    const float pitch = std::clamp((most_height - head - 2 * padding) / static_cast<float>(rows), 1.0F, kMaxPitch * scale);
    const float width = std::min(most_width, measured.width(style) * static_cast<float>(columns) + 2 * padding);
    const float height = std::min(most_height, head + 2 * padding + pitch * static_cast<float>(rows));

    Canvas canvas({ width, height }, style);
    canvas.frame({ 0, 0, width, height }, style.panel, style.blue, style.radius);
    canvas.text({ padding, padding + 0.8F * style.title }, "Keys",
        { Face::semibold, style.title, style.text, Align::left, 0.35F * width - padding });
    const std::string closes = page + 1 < pages ? "? turns the page" : "? closes this list";
    canvas.text({ width - padding, padding + 0.8F * style.title },
        pages > 1 ? fmt::format("{} of {} · {}", page + 1, pages, closes) : closes,
        { Face::regular, style.small, style.secondary, Align::right, 0.65F * width - padding });

    const float column_width = (width - 2 * padding) / static_cast<float>(columns);
    const float keys_width = std::min(measured.keys, 0.5F * column_width);
    for (std::size_t i = first; i < last; ++i) {
        const KeyWords& key = keys[i];
        const std::size_t place = i - first;
        const std::size_t column = place / rows;
        const float x = padding + column_width * static_cast<float>(column);
        const float y = padding + head + pitch * (static_cast<float>(place % rows) + 0.5F);
        const float chip = std::min(0.86F * pitch, 1.6F * style.small);
        canvas.chip({ x, y - chip / 2, keys_width, chip }, std::string { key.keys }, track_color(style), style.text,
            Face::semibold, style.small);
        const float left = x + keys_width + kColumnGap * scale;
        canvas.label({ left, y }, std::string { key.meaning },
            { Face::regular, style.small, style.text, Align::left, std::max(x + column_width - left, 1.0F) });
    }
    return { canvas.finish(), pages };
}

DrawList help_view(const Scope& scope)
{
    return veiled(help_sheet(*scope.window.keys, scope.window.help.value_or(0), scope.size, scope.style).picture, scope);
}

} // namespace warpstage::views

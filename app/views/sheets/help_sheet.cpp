#include "app/views/frame/panel.h"
#include "app/views/sheets/paged_sheets.h"
#include "app/views/view.h"

namespace warpstage::views {

namespace {

constexpr float kMinPitch = 21.0F;
constexpr float kMaxPitch = 34.0F;
constexpr float kColumnGap = 10.0F; // between a key and its meaning, and after a column

struct KeyColumns {
    float keys = 0.0F; // maximum width of a key's chip
    float meaning = 0.0F;

    [[nodiscard]] float width(const Style& style) const { return keys + meaning + 2 * kColumnGap * style.scale; }
};

KeyColumns measure(const std::vector<KeyWords>& keys, const Style& style)
{
    KeyColumns columns;
    for (const KeyWords& key : keys) {
        columns.keys = std::max(columns.keys, room_for(tr(key.keys), Face::semibold, style.small));
        columns.meaning = std::max(columns.meaning, room_for(tr(key.meaning), Face::regular, style.small));
    }
    columns.keys += 12.0F * style.scale;
    return columns;
}

// A line of the sheet: the name of a group, a key, or neither.
struct HelpLine {
    const KeyWords* key = nullptr;
    std::string_view heading {};
};
using HelpColumn = std::vector<HelpLine>;

// The groups in columns of `rows` lines. A group that does not fit into the rest of a column begins in the next one, if it fits
// there; otherwise it continues there under its name.
std::vector<HelpColumn> columns_of(const std::vector<KeyWords>& keys, std::size_t rows)
{
    std::vector<HelpColumn> columns(1);
    for (std::size_t group = 0; group < kKeyGroups.size(); ++group) {
        std::vector<const KeyWords*> members;
        for (const KeyWords& key : keys)
            if (static_cast<std::size_t>(key.group) == group)
                members.push_back(&key);
        if (members.empty())
            continue;
        const std::size_t gap = columns.back().empty() ? 0 : 1;
        const std::size_t left = rows - std::min(rows, columns.back().size());
        const bool fits_next = members.size() + 1 <= rows;
        if (gap + 2 > left || (members.size() + 1 + gap > left && fits_next))
            columns.emplace_back();
        else if (gap > 0)
            columns.back().emplace_back();
        columns.back().push_back({ nullptr, kKeyGroups.at(group) });
        for (const KeyWords* key : members) {
            if (columns.back().size() >= rows)
                columns.push_back({ { nullptr, kKeyGroups.at(group) } });
            columns.back().push_back({ key });
        }
    }
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
    const float max_height = std::max(window.height - 2 * style.margin, 1.0F);
    const auto abreast = static_cast<std::size_t>(
        std::clamp(std::floor((most_width - 2 * padding) / std::max(measured.width(style), 1.0F)), 1.0F, 4.0F));
    const auto max_rows = std::max<std::size_t>(2, rows_in(max_height - head - 2 * padding, kMinPitch * scale));
    std::vector<HelpColumn> columns = columns_of(keys, max_rows);
    const std::size_t pages = (columns.size() + abreast - 1) / abreast;
    page = std::min(page, pages - 1);
    std::size_t rows = max_rows;
    if (pages == 1) // minimum number of rows
        for (std::size_t fewer = rows - 1; fewer >= 2; --fewer) {
            auto lower = columns_of(keys, fewer);
            if (lower.size() > abreast)
                break;
            columns = std::move(lower);
            rows = fewer;
        }
    const std::size_t first = page * abreast;
    const std::size_t last = std::min(first + abreast, columns.size());
    const std::size_t beside = pages > 1 ? abreast : columns.size();
    const float pitch = std::clamp((max_height - head - 2 * padding) / static_cast<float>(rows), 1.0F, kMaxPitch * scale);
    const float width = std::min(most_width, measured.width(style) * static_cast<float>(beside) + 2 * padding);
    const float height = std::min(max_height, head + 2 * padding + pitch * static_cast<float>(rows));

    Canvas canvas({ width, height }, style);
    canvas.frame({ 0, 0, width, height }, style.panel, style.blue, style.radius);
    canvas.text({ padding, padding + 0.8F * style.title }, tr("Keys"),
        { Face::semibold, style.title, style.text, Align::left, 0.35F * width - padding });
    const std::string closes = page + 1 < pages ? tr("? Next page") : tr("? Close");
    canvas.text({ width - padding, padding + 0.8F * style.title },
        pages > 1 ? trf("{} of {} · {}", page + 1, pages, closes) : closes,
        { Face::regular, style.small, style.secondary, Align::right, 0.65F * width - padding });

    const float column_width = (width - 2 * padding) / static_cast<float>(beside);
    const float keys_width = std::min(measured.keys, 0.5F * column_width);
    for (std::size_t column = first; column < last; ++column) {
        const float x = padding + column_width * static_cast<float>(column - first);
        float y = padding + head + 0.5F * pitch;
        for (const HelpLine& line : columns[column]) {
            if (line.key != nullptr) {
                const float chip = std::min(0.86F * pitch, 1.6F * style.small);
                canvas.chip({ x, y - chip / 2, keys_width, chip }, std::string { tr(line.key->keys) }, track_color(style),
                    style.text, Face::semibold, style.small);
                const float left = x + keys_width + kColumnGap * scale;
                canvas.label({ left, y }, std::string { tr(line.key->meaning) },
                    { Face::regular, style.small, style.text, Align::left, std::max(x + column_width - left, 1.0F) });
            } else if (!line.heading.empty()) {
                canvas.label({ x, y }, std::string { tr(line.heading) },
                    { Face::semibold, std::min(style.body, 0.8F * pitch), style.blue, Align::left, column_width });
            }
            y += pitch;
        }
    }
    return { canvas.finish(), pages };
}

DrawList help_view(const Scope& scope)
{
    return veiled(help_sheet(*scope.window.keys, scope.window.help.value_or(0), scope.size, scope.style).picture, scope);
}

} // namespace warpstage::views

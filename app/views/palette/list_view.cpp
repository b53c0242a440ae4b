#include "app/views/setup/editor_field.h"
#include "app/views/view.h"

namespace warpstage::views {

namespace {

constexpr float kMaxListWidth = 820.0F;
constexpr float kMaxValuesWidth = 560.0F; // of a list of values
constexpr float kNarrowestMenu = 250.0F;
constexpr float kMaxMenuWidth = 460.0F;
constexpr float kLowWindow = 480.0F; // below: no line of keys
constexpr float kRowPitch = 1.75F; // relative to the size of a label
constexpr std::size_t kMaxRows = 14;
constexpr std::size_t kMaxRefusalLines = 4;
constexpr float kLeastDetail = 70.0F;

std::string keys_words(const ListState& list)
{
    return list.field.id.empty() ? tr("↑ ↓ Select · Enter Run · Esc Close") : tr("↑ ↓ Select · Enter Apply · Esc Cancel");
}

// Why the text was rejected: a sentence, and below it the text with a mark at the error if there is one.
struct Refusal {
    std::vector<std::string> sentence;
    std::vector<std::string> marks;

    [[nodiscard]] std::size_t lines() const { return sentence.size() + marks.size(); }
};

Refusal refusal_of(const ListState& list, float width, std::size_t max_lines, const Style& style)
{
    Refusal refusal;
    if (list.field.refusal.empty() || max_lines == 0)
        return refusal;
    const auto parts = text::split(list.field.refusal, '\n');
    refusal.sentence = wrap_text(parts.front(), Face::regular, style.small, width, std::min(max_lines, kMaxRefusalLines));
    refusal.marks.assign(parts.begin() + 1, parts.end());
    if (refusal.lines() > max_lines)
        refusal.marks.clear();
    return refusal;
}

// From the top: title, field, refusal, rows, keys.
struct ListPlaces {
    Rect box;
    float padding = 0.0F;
    float title = 0.0F; // height
    float field = 0.0F; // height; 0: a menu has none
    Refusal refusal;
    float pitch = 0.0F; // of rows
    float rows_top = 0.0F;
    std::size_t rows = 1;
    float keys = 0.0F; // height; 0: it does not fit
};

float menu_width(const ListState& list, const Style& style)
{
    float width = room_for(list.title, Face::semibold, style.small);
    for (const ListRow& row : list.rows) {
        const float keys = row.keys.empty() ? 0.0F : room_for(row.keys, Face::regular, style.smallest) + 3 * style.small;
        width = std::max(width, room_for(row.label, Face::regular, style.body) + keys);
    }
    return std::clamp(width + 4.2F * style.body, kNarrowestMenu * style.scale, kMaxMenuWidth * style.scale);
}

ListPlaces places_of_list(const ListState& list, Size window, const Style& style)
{
    ListPlaces places;
    const float scale = style.scale;
    const bool menu = list.at.has_value();
    const float margin = std::min(style.margin, 0.05F * std::min(window.width, window.height));
    places.padding = 12.0F * scale;
    const float widest = std::max(window.width - 2 * margin, 1.0F);
    const float width =
        std::min(menu ? menu_width(list, style) : (list.field.id.empty() ? kMaxListWidth : kMaxValuesWidth) * scale, widest);
    places.title = 1.7F * style.small;
    places.field = menu ? 0.0F : 2.0F * style.source;
    places.pitch = std::max(kRowPitch * style.body, style.least_target);
    const bool keys = !menu && window.height >= kLowWindow * scale && style.least_target <= 0.0F;
    places.keys = keys ? 2.0F * style.small : 0.0F;
    const float foot = places.keys + 0.6F * places.padding;
    const float line = 1.4F * style.small;
    float head = places.padding + places.title + places.field + (menu ? 0.0F : 0.5F * style.small);
    float room = window.height - 2 * margin - head - foot;
    places.refusal =
        refusal_of(list, (width - 2 * places.padding) / 1.05F, rows_in(std::max(room - places.pitch, 0.0F), line), style);
    head += line * static_cast<float>(places.refusal.lines());
    room -= line * static_cast<float>(places.refusal.lines());
    const std::size_t wanted = std::max<std::size_t>({ list.total, list.rows.size(), 1 });
    places.rows = std::clamp<std::size_t>(rows_in(std::max(room, 0.0F), places.pitch), 1, menu ? wanted : kMaxRows);
    places.rows = std::min(places.rows, wanted);
    places.rows_top = head;
    const float height =
        std::max(std::min(head + places.pitch * static_cast<float>(places.rows) + foot, window.height - 2 * margin), 1.0F);
    // A list is a little above the middle; a menu is at the pointer or as near to it as the window allows.
    const Point corner = list.at.value_or(Point { (window.width - width) / 2, std::min(0.12F * window.height, 90.0F * scale) });
    places.box = { std::clamp(corner.x, 0.0F, std::max(window.width - width - margin, 0.0F)),
        std::clamp(corner.y, 0.0F, std::max(window.height - height - margin, 0.0F)), width, height };
    return places;
}

// The kind of the row and the equivalent key, at the right. Returns their left edge.
float draw_row_end(Canvas& canvas, const ListRow& row, Rect place)
{
    const Style& style = canvas.style();
    float right = place.right() - canvas.units(8.0F);
    const float middle = place.y + place.height / 2;
    if (!row.keys.empty()) {
        const float width = std::min(room_for(row.keys, Face::semibold, style.small) + canvas.units(14.0F), 0.4F * place.width);
        const float height = 1.5F * style.small;
        canvas.chip({ right - width, middle - height / 2, width, height }, row.keys, track_color(style), style.text,
            Face::semibold, style.small);
        right -= width + canvas.units(10.0F);
    }
    const float width = room_for(row.kind, Face::regular, style.small);
    if (row.kind.empty() || width > 0.25F * place.width)
        return right;
    canvas.label({ right, middle }, row.kind, { Face::regular, style.small, style.secondary, Align::right, width });
    return right - width - canvas.units(10.0F);
}

void draw_list_row(Canvas& canvas, const ListRow& row, Rect place, bool chosen)
{
    const Style& style = canvas.style();
    const float middle = place.y + place.height / 2;
    const float right = draw_row_end(canvas, row, place);
    if (row.present)
        canvas.tick({ place.x + 0.75F * style.body, middle }, 0.6F * style.small, style.green);
    const float left = place.x + 1.5F * style.body;
    const float room = std::max(right - left, 1.0F);
    const float needed = room_for(row.label, Face::semibold, style.body);
    const float width = std::min(needed, room);
    canvas.label({ left, middle }, row.label,
        { chosen ? Face::semibold : Face::regular, style.body, row.available ? style.text : style.secondary, Align::left,
            width });
    const float after = left + needed + canvas.units(12.0F);
    if (!row.detail.empty() && right - after >= canvas.units(kLeastDetail))
        canvas.label({ after, middle }, row.detail, { Face::regular, style.small, style.secondary, Align::left, right - after });
}

// Position of the visible rows among all rows.
void draw_scroll_bar(Canvas& canvas, std::size_t first, std::size_t shown, std::size_t all, Rect track)
{
    if (shown >= all)
        return;
    const auto part = [&](std::size_t rows) {
        return track.height * static_cast<float>(rows) / static_cast<float>(all);
    };
    const float height = std::max(part(shown), 2 * track.width);
    canvas.fill({ track.x, track.y + std::min(part(first), track.height - height), track.width, height }, canvas.style().dim,
        track.width / 2);
}

DrawList list_picture(const ListState& list, const ListPlaces& places, const Style& style)
{
    Canvas canvas({ places.box.width, places.box.height }, style);
    const Rect whole { 0, 0, places.box.width, places.box.height };
    canvas.frame(whole, style.panel, style.blue, style.radius);
    on_click(canvas, whole, ChooseRow {});
    const float inner = std::max(whole.width - 2 * places.padding, 1.0F);
    const bool menu = places.field <= 0.0F;
    float y = places.padding;
    // A menu has no field: the typed text replaces its title.
    const bool typed = menu && !list.field.text.empty();
    const std::string count = list.rows.size() < list.total ? trf("{} of {}", list.rows.size(), list.total) : "";
    const float count_width = room_for(count, Face::regular, style.small);
    canvas.label({ places.padding, y + 0.4F * places.title }, typed ? list.field.text : list.title,
        { typed ? Face::mono : Face::semibold, style.small, typed ? style.text : style.secondary, Align::left,
            std::max(inner - count_width - places.padding, 1.0F) });
    canvas.label({ whole.width - places.padding, y + 0.4F * places.title }, count,
        { Face::regular, style.small, style.secondary, Align::right, count_width + 1.0F });
    y += places.title;
    if (!menu)
        draw_editor_field(canvas, list.field, list.hint, { places.padding, y, inner, places.field });
    y += places.field + 1.0F * style.small;
    const float line = 1.4F * style.small;
    y = draw_lines(canvas, { places.padding, y }, places.refusal.sentence, line,
        { Face::regular, style.small, style.vermilion, Align::left, inner });
    draw_lines(
        canvas, { places.padding, y }, places.refusal.marks, line, { Face::mono, style.small, style.text, Align::left, inner });

    const std::size_t first = first_list_row(list, places.rows);
    const std::size_t end = std::min(first + places.rows, list.rows.size());
    for (std::size_t i = first; i < end; ++i) {
        const Rect row { 0.5F * places.padding, places.rows_top + places.pitch * static_cast<float>(i - first),
            whole.width - places.padding, places.pitch };
        if (i == list.chosen)
            canvas.frame(row.inset(canvas.units(1.0F)), chosen_color(style), style.orange, canvas.units(6.0F));
        draw_list_row(canvas, list.rows[i], row, i == list.chosen);
        on_click(canvas, row, ChooseRow { i });
    }
    const float rows_height = places.pitch * static_cast<float>(places.rows);
    if (list.rows.empty())
        canvas.label({ places.padding + 0.9F * style.body, places.rows_top + places.pitch / 2 }, tr("No match"),
            { Face::regular, style.body, style.secondary, Align::left, inner - style.body });
    const float bar = canvas.units(4.0F);
    draw_scroll_bar(canvas, first, places.rows, list.rows.size(),
        { whole.width - 0.25F * places.padding - bar / 2, places.rows_top, bar, rows_height });
    if (places.keys > 0.0F)
        canvas.label({ places.padding, places.rows_top + rows_height + 0.6F * places.keys }, keys_words(list),
            { Face::regular, style.small, style.secondary, Align::left, inner });
    return canvas.finish();
}

} // namespace

std::size_t list_capacity(const ListState& list, Size window, const Style& style)
{
    return places_of_list(list, window, style).rows;
}

std::size_t first_list_row(const ListState& list, std::size_t shown)
{
    const std::size_t last = list.rows.size() > shown ? list.rows.size() - shown : 0;
    const std::size_t least = list.chosen >= shown ? list.chosen - shown + 1 : 0;
    return std::min(std::clamp(list.first, least, std::max(list.chosen, least)), last);
}

DrawList list_view(const Scope& scope)
{
    DrawList whole { scope.size };
    if (scope.window.list == nullptr)
        return whole;
    const ListPlaces places = places_of_list(*scope.window.list, scope.size, scope.style);
    whole.append(list_picture(*scope.window.list, places, scope.style), places.box.corner());
    return whole;
}

} // namespace warpstage::views

// The view of the start page.
#include "app/views/start/start_page.h"
#include "app/views/view.h"

namespace warpstage::views {

namespace {

constexpr std::size_t kMaxNames = 9; // maximum number of listed files

// Describes where kernels run, with the longest text that fits.
std::string offer_words(const session::Snapshot& model, float room, const Style& style)
{
    const engine::Description& engine = model.device->engine;
    std::vector<std::string> wordings;
    if (engine.kind == engine::EngineKind::gpu)
        wordings = { trf("Kernels run on {} ({}).", engine.name, engine.detail), trf("GPU: {}", engine.name) };
    else if (model.device->gpu_available)
        wordings = { tr("Kernels run on the PTX virtual machine; G switches to the GPU of this computer."),
            tr("PTX virtual machine (G: use the GPU)"), tr("PTX virtual machine") };
    else
        wordings = {
            tr("No NVIDIA GPU in use: kernels run on the PTX virtual machine, and times are estimates for the chosen GPU."),
            tr("No NVIDIA GPU in use: kernels run on the PTX virtual machine."), tr("PTX virtual machine")
        };
    return fitting_words(wordings, Face::regular, style.body, room);
}

void scale(Item& item, float factor)
{
    const auto move = [factor](Point& point) {
        point = { point.x * factor, point.y * factor };
    };
    if (auto* box = std::get_if<Box>(&item)) {
        box->rect = { box->rect.x * factor, box->rect.y * factor, box->rect.width * factor, box->rect.height * factor };
        box->corner_radius *= factor;
        box->outline_width *= factor;
    } else if (auto* line = std::get_if<Line>(&item)) {
        move(line->from);
        move(line->to);
        line->width *= factor;
    } else if (auto* lines = std::get_if<Polyline>(&item)) {
        for (Point& point : lines->points)
            move(point);
        lines->width *= factor;
    } else if (auto* polygon = std::get_if<Polygon>(&item)) {
        for (Point& point : polygon->points)
            move(point);
    } else if (auto* circle = std::get_if<Circle>(&item)) {
        move(circle->center);
        circle->radius *= factor;
    }
}

// In the middle of the place, as large as it fits.
void put_picture(Canvas& canvas, const DrawList& picture, Rect place)
{
    const float factor = std::min(place.width / picture.size.width, place.height / picture.size.height);
    if (factor <= 0.0F)
        return;
    DrawList scaled { { picture.size.width * factor, picture.size.height * factor }, picture.items };
    for (Item& item : scaled.items)
        scale(item, factor);
    const Size size = scaled.size;
    canvas.append(std::move(scaled), { place.center().x - size.width / 2, place.center().y - size.height / 2 });
}

void draw_ground(Canvas& canvas, Rect place, bool chosen)
{
    const Style& style = canvas.style();
    canvas.frame(place, chosen ? chosen_color(style) : style.panel, chosen ? style.orange : style.border, style.radius);
    if (chosen) // visible from afar, and not only by its color
        canvas.outline(place.inset(-canvas.units(2.0F)), style.orange, style.radius + canvas.units(2.0F));
}

void draw_action(Canvas& canvas, const StartEntry& entry, Rect place, bool chosen)
{
    const Style& style = canvas.style();
    draw_ground(canvas, place, chosen);
    const float padding = canvas.units(12.0F);
    const float room = std::max(place.width - 2 * padding, 1.0F);
    const bool both = place.height >= 1.4F * style.body + 1.6F * style.small && !entry.detail.empty();
    const float middle = both ? place.y + 0.36F * place.height : place.center().y;
    canvas.label({ place.x + padding, middle }, entry.title, { Face::semibold, style.body, style.text, Align::left, room });
    if (both)
        canvas.label({ place.x + padding, place.y + 0.73F * place.height }, entry.detail, note(style, room));
    const float beside = room - room_for(entry.title, Face::semibold, style.body) - 2 * padding;
    if (!both && room_for(entry.detail, Face::regular, style.small) <= beside)
        canvas.label({ place.x + padding + room, middle }, entry.detail, note(style, beside, Align::right));
}

void draw_lesson(Canvas& canvas, const StartEntry& entry, Rect place, bool chosen)
{
    const Style& style = canvas.style();
    draw_ground(canvas, place, chosen);
    const float padding = canvas.units(10.0F);
    const float room = std::max(place.width - 2 * padding, 1.0F);
    const float title_size = fitting_size(entry.title, Face::semibold, room, { style.body, style.source, style.small });
    const std::vector<std::string> title_lines = wrap_text(entry.title, Face::semibold, title_size, room, 2);
    const float title_pitch = 1.3F * title_size;
    const float title = 1.7F * style.body + title_pitch * static_cast<float>(title_lines.size() - 1);
    const float pitch = 1.35F * style.small;
    const float left = place.height - 2 * padding - title;
    std::size_t lines = left > 9 * pitch ? 2 : left > 6 * pitch ? 1 : 0;
    const std::vector<std::string> detail =
        lines == 0 ? std::vector<std::string> {} : wrap_text(entry.detail, Face::regular, style.smallest, room, lines);
    lines = detail.size();
    const float words = title + pitch * static_cast<float>(lines);
    const Rect picture { place.x + padding, place.y + padding, room, std::max(place.height - words - 1.5F * padding, 0.0F) };
    if (picture.height > canvas.units(20.0F)) {
        canvas.fill(picture, well_color(style), style.radius / 2);
        if (entry.picture != nullptr)
            put_picture(canvas, *entry.picture, picture.inset(canvas.units(4.0F)));
    }
    float y = place.bottom() - 0.5F * padding - words + 0.85F * style.body;
    for (const std::string& line : title_lines) {
        canvas.label({ place.x + padding, y }, line, { Face::semibold, title_size, style.text, Align::left, room });
        y += title_pitch;
    }
    y += 0.85F * style.body - title_pitch + pitch / 2;
    for (const std::string& line : detail) {
        canvas.label({ place.x + padding, y }, line, note(style, room));
        y += pitch;
    }
}

void draw_foot(Canvas& canvas, const StartPage& page, Rect foot)
{
    const Style& style = canvas.style();
    const std::string words = !page.typed.empty()
        ? trf("Typed: {}", page.typed)
        : fitting_words(
            { tr("Arrows or letters choose · Enter opens · clicker: → opens, ← chooses · F11: full screen in hall mode · Esc "
                 "closes this page · ? keys"),
                tr("Arrows or letters choose · Enter opens · clicker: → opens, ← chooses · F11: hall mode · ? keys"),
                tr("Arrows or letters choose · Enter opens · ? keys"), tr("Enter opens") },
            Face::regular, style.small, foot.width);
    canvas.label({ foot.x, foot.center().y }, words,
        { Face::regular, style.small, page.typed.empty() ? style.secondary : style.orange, Align::left, foot.width });
}

// Over the page, so that the rest does not move.
void draw_path(Canvas& canvas, const StartPage& page, Size size)
{
    const Style& style = canvas.style();
    const PathChoice& path = *page.path;
    const float padding = canvas.units(18.0F);
    const float width = std::min(760.0F * style.scale, size.width - 2 * style.margin);
    const float room = std::max(width - 2 * padding, 1.0F);
    const float pitch = 1.6F * style.body;
    const float fixed = 2 * padding + 1.8F * style.head + 2.2F * style.body + 2.0F * style.small;
    const auto fitting = rows_in(size.height - 2 * style.margin - fixed, pitch);
    const std::size_t shown = std::min({ path.names.size(), kMaxNames, fitting });
    const float height = std::min(fixed + pitch * static_cast<float>(std::max<std::size_t>(shown, 1)), size.height);
    const Rect card { (size.width - width) / 2, std::max(0.0F, 0.42F * (size.height - height)), width, height };
    canvas.fill(size.area(), style.background.with_alpha(170));
    canvas.frame(card, style.panel, style.orange, style.radius);
    const float x = card.x + padding;
    float y = card.y + padding + 0.6F * style.head;
    canvas.label({ x, y }, path.title, { Face::semibold, style.head, style.text, Align::left, room });
    y += 1.2F * style.head;
    const Rect line { x, y, room, 1.9F * style.body };
    canvas.frame(line, style.background, style.border, style.radius / 2);
    // The end of a long path is shown, because it is being typed.
    const float inside = room - canvas.units(20.0F);
    std::string typed = path.text + "_";
    while (typed.size() > 8 && room_for(typed, Face::mono, style.source) > inside) {
        typed.erase(0, 1);
        while ((static_cast<unsigned char>(typed.front()) & 0xC0U) == 0x80U) // inside a UTF-8 character
            typed.erase(0, 1);
    }
    canvas.label(
        { line.x + canvas.units(10.0F), line.center().y }, typed, { Face::mono, style.source, style.text, Align::left, inside });
    y = line.bottom() + 0.3F * style.body + pitch / 2;
    const std::size_t first = path.chosen < shown ? 0 : path.chosen - shown + 1;
    for (std::size_t i = first; i < first + shown; ++i) {
        const Rect row { x, y - pitch / 2, room, pitch };
        if (i == path.chosen)
            canvas.fill(row, chosen_color(style), style.radius / 2);
        canvas.label({ x + canvas.units(10.0F), y }, path.names[i],
            { Face::mono, style.source, i == path.chosen ? style.orange : style.text, Align::left, inside });
        on_click(canvas, row, ChooseStart { page.count() + i });
        y += pitch;
    }
    if (shown == 0)
        canvas.label({ x + canvas.units(10.0F), y }, tr("No matching file in this folder."), note(style, inside));
    const std::string foot = !path.refusal.empty() ? path.refusal : tr("Tab completes · ↑ ↓ choose · Enter opens · Esc closes");
    canvas.label({ x, card.bottom() - padding - 0.2F * style.small }, foot,
        { Face::regular, style.small, path.refusal.empty() ? style.secondary : style.vermilion, Align::left, room });
}

} // namespace

DrawList start_view(const Scope& scope)
{
    const Style& style = scope.style;
    Canvas canvas(scope.size, style);
    canvas.fill(scope.size.area(), style.background);
    if (scope.window.start == nullptr)
        return canvas.finish();
    const StartPage& page = *scope.window.start;
    const StartPlaces places = start_places(page, scope.size, style);

    const Rect title = places.title;
    const std::string name = "warpstage";
    const float name_width = room_for(name, Face::semibold, style.title);
    const bool two_lines = title.height > 2.5F * style.body + style.title / 2;
    const float first = two_lines ? title.y + 0.7F * style.title : title.center().y;
    canvas.label({ title.x, first }, name, { Face::semibold, style.title, style.text, Align::left, title.width });
    const float beside = two_lines ? title.width : std::max(title.width - name_width - style.margin, 1.0F);
    const Point offer { two_lines ? title.x : title.x + name_width + style.margin,
        two_lines ? first + 0.75F * style.title + 0.5F * style.body : first };
    canvas.label(
        offer, offer_words(scope.model, beside, style), { Face::regular, style.body, style.secondary, Align::left, beside });

    for (std::size_t i = 0; i < places.groups.size(); ++i)
        canvas.label({ places.groups[i].x, places.groups[i].center().y }, page.groups[i],
            { Face::semibold, style.body, style.secondary, Align::left, places.groups[i].width });
    for (std::size_t i = 0; i < page.count(); ++i) {
        const Rect place = places.entries[i];
        if (place.width <= 0.0F)
            continue;
        if (i < page.before_lessons())
            draw_action(canvas, page.at(i), place, i == page.chosen);
        else
            draw_lesson(canvas, page.at(i), place, i == page.chosen);
        on_click(canvas, place, ChooseStart { i });
    }
    draw_foot(canvas, page, places.foot);
    if (page.path)
        draw_path(canvas, page, scope.size);
    return canvas.finish();
}

} // namespace warpstage::views

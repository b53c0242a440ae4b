// The view of the form for launching a kernel.
#include "app/draw/text_layout.h"
#include "app/views/setup/editor_field.h"
#include "app/views/start/start_page.h"
#include "app/views/view.h"

namespace warpstage::views {

namespace {

constexpr float kMaxFormWidth = 900.0F;
constexpr float kLabelShare = 0.42F; // of a row
constexpr std::size_t kMaxErrorLines = 8;
constexpr std::size_t kMaxRefusalLines = 3;

// The form from the top: title, error or status, rows with their refusals, hint, keys.
struct FormPlaces {
    Rect card;
    float padding = 0.0F;
    float room = 0.0F; // width of the content
    float head = 0.0F; // height of title and file
    float pitch = 0.0F; // of rows
    float line = 0.0F; // of small text
    float foot = 0.0F;
    std::vector<std::string> words; // error or status
    std::vector<std::vector<std::string>> refusals; // by row
    std::size_t first = 0; // shown rows
    std::size_t end = 0;

    [[nodiscard]] float height_of(std::size_t row) const { return pitch + line * static_cast<float>(refusals.at(row).size()); }
};

std::string file_words(const LaunchPage& page)
{
    return page.file.filename().string();
}

// Rows that fit around the chosen one.
void choose_rows(FormPlaces& places, const LaunchPage& page, float room)
{
    places.first = std::min(page.row, page.rows());
    places.end = places.first;
    float height = 0.0F;
    const auto fits = [&](std::size_t row) {
        return row < page.rows() && (height + places.height_of(row) <= room || places.first == places.end);
    };
    while (fits(places.end))
        height += places.height_of(places.end++);
    while (places.first > 0 && fits(places.first - 1))
        height += places.height_of(--places.first);
    while (fits(places.end))
        height += places.height_of(places.end++);
}

FormPlaces places_of(const LaunchPage& page, Size size, const Style& style)
{
    FormPlaces places;
    const float margin = std::min(style.margin, 0.03F * std::min(size.width, size.height));
    places.padding = std::min(20.0F * style.scale, 0.03F * size.width);
    const float width = std::min(kMaxFormWidth * style.scale, size.width - 2 * margin);
    places.room = std::max(width - 2 * places.padding, 1.0F);
    places.head = 1.9F * style.head;
    places.pitch = 2.15F * style.body;
    places.line = 1.4F * style.small;
    places.foot = 2.2F * style.body + 2 * places.line + 0.4F * style.body;
    const std::string& words = page.error.empty() ? page.status : page.error;
    places.words = wrap_text(words, Face::regular, style.body, places.room / 1.05F, kMaxErrorLines);
    if (words.empty())
        places.words.clear();
    for (std::size_t row = 0; row < page.rows(); ++row) {
        const std::string& refusal =
            row == 0 ? page.kernels[page.kernel].impossible : page.kernels[page.kernel].fields[row - 1].line.refusal;
        const std::string first_line = refusal.substr(0, refusal.find('\n'));
        places.refusals.push_back(first_line.empty()
                ? std::vector<std::string> {}
                : wrap_text(first_line, Face::regular, style.small, places.room / 1.05F, kMaxRefusalLines));
    }
    const float message = 1.5F * style.body * static_cast<float>(places.words.size());
    const float fixed = 2 * places.padding + places.head + message + places.foot;
    const float most = size.height - 2 * margin;
    choose_rows(places, page, most - fixed);
    float rows = 0.0F;
    for (std::size_t row = places.first; row < places.end; ++row)
        rows += places.height_of(row);
    const float height = std::min(fixed + rows, most);
    places.card = { (size.width - width) / 2, std::max(margin, 0.42F * (size.height - height)), width, height };
    return places;
}

void draw_label(Canvas& canvas, const std::string& label, const std::string& declared, Rect row, bool chosen)
{
    const Style& style = canvas.style();
    const float room = std::max(kLabelShare * row.width - canvas.units(10.0F), 1.0F);
    const float middle = row.center().y;
    const float name = std::min(room_for(label, Face::semibold, style.body), room);
    canvas.label({ row.x, middle }, label, { Face::semibold, style.body, chosen ? style.orange : style.text, Align::left, name });
    const float beside = room - name - canvas.units(12.0F);
    if (!declared.empty() && beside > canvas.units(24.0F))
        canvas.label({ row.x + room, middle }, declared, { Face::mono, style.small, style.secondary, Align::right, beside });
}

void draw_kernel(Canvas& canvas, const LaunchPage& page, Rect row, Rect field)
{
    const Style& style = canvas.style();
    const bool chosen = page.row == 0;
    const bool several = page.kernels.size() > 1;
    draw_label(canvas, tr("Kernel"), several ? trf("{} of {}", page.kernel + 1, page.kernels.size()) : "", row, chosen);
    const float arrow = several ? canvas.units(26.0F) : canvas.units(10.0F);
    canvas.frame(field, well_color(style), chosen ? style.orange : style.border, canvas.units(5.0F));
    canvas.label({ field.x + arrow, field.center().y }, page.kernels[page.kernel].name,
        { Face::mono, style.source, style.text, Align::left, std::max(field.width - 2 * arrow, 1.0F) });
    if (several) {
        canvas.triangle({ field.x + arrow / 2, field.center().y }, canvas.units(8.0F), Pointing::left, style.secondary);
        canvas.triangle({ field.right() - arrow / 2, field.center().y }, canvas.units(8.0F), Pointing::right, style.secondary);
    }
    on_click(canvas, { row.x, row.y, row.width, row.height }, ChooseField { 0 });
}

void draw_row(Canvas& canvas, const LaunchPage& page, std::size_t index, Rect row)
{
    const Style& style = canvas.style();
    const float left = kLabelShare * row.width;
    const Rect field { row.x + left, row.y + 0.08F * row.height, row.width - left, 0.84F * row.height };
    if (index == 0)
        return draw_kernel(canvas, page, row, field);
    const LaunchField& shown = page.kernels[page.kernel].fields[index - 1];
    const bool chosen = page.row == index;
    draw_label(canvas, shown.label, shown.declared, row, chosen);
    draw_editor_field(canvas, shown.line, "", field, chosen ? Caret::shown : Caret::hidden);
    if (chosen)
        canvas.outline(field, style.orange, canvas.units(5.0F));
    on_click(canvas, row, ChooseField { index });
}

std::string hint_of(const LaunchPage& page)
{
    if (!page.asks())
        return page.error.empty() ? "" : tr("The file is compiled again when you save it.");
    if (const LaunchField* field = page.field())
        return field->hint;
    return page.kernels.size() > 1 ? tr("← → select another kernel of the file. All of them become variants.")
                                   : tr("The only kernel of the file.");
}

void draw_foot(Canvas& canvas, const LaunchPage& page, const FormPlaces& places)
{
    const Style& style = canvas.style();
    const float x = places.card.x + places.padding;
    float y = places.card.bottom() - places.padding - places.foot + 0.3F * style.body + places.line / 2;
    y = draw_lines(canvas, { x, y }, wrap_text(hint_of(page), Face::regular, style.small, places.room / 1.05F, 2), places.line,
        { Face::regular, style.small, style.secondary, Align::left, places.room });
    const float bottom = places.card.bottom() - places.padding;
    const float height = 1.8F * style.body;
    float keys = places.room;
    if (page.asks() && page.kernels[page.kernel].impossible.empty()) {
        const std::string run = tr("Run");
        const float width = room_for(run, Face::semibold, style.body) + canvas.units(44.0F);
        const Rect button { x + places.room - width, bottom - height, width, height };
        canvas.chip(button, run, style.orange, on_fill(style), Face::semibold, style.body);
        on_click(canvas, button, ChooseField { kRunRow });
        keys -= width + canvas.units(14.0F);
    }
    const bool possible = page.asks() && page.kernels[page.kernel].impossible.empty();
    const std::vector<std::string> wordings = possible
        ? std::vector<std::string> { page.kernels.size() > 1 ? tr("Enter: run · ↑ ↓: select · PgUp PgDn: kernel · Esc: close")
                                                             : tr("Enter: run · ↑ ↓: select · Esc: close"),
              tr("Enter: run · Esc: close") }
        : std::vector<std::string> { page.kernels.size() > 1 ? tr("PgUp PgDn: kernel · Esc: close") : tr("Esc: close") };
    canvas.label({ x, bottom - height / 2 }, fitting_words(wordings, Face::regular, style.small, keys),
        { Face::regular, style.small, style.secondary, Align::left, keys });
}

} // namespace

DrawList launch_view(const Scope& scope)
{
    const Style& style = scope.style;
    Canvas canvas(scope.size, style);
    canvas.fill(scope.size.area(), style.background);
    if (scope.window.start == nullptr || scope.window.start->launch == nullptr)
        return canvas.finish();
    const LaunchPage& page = *scope.window.start->launch;
    const FormPlaces places = places_of(page, scope.size, style);
    canvas.frame(places.card, style.panel, page.error.empty() ? style.border : style.vermilion, style.radius);
    const float x = places.card.x + places.padding;
    float y = places.card.y + places.padding;
    const std::string file = file_words(page);
    const float name = std::min(room_for(file, Face::semibold, style.head), places.room);
    canvas.label({ x, y + 0.6F * style.head }, file, { Face::semibold, style.head, style.text, Align::left, name });
    const float beside = places.room - name - canvas.units(16.0F);
    const std::string device = tr("runs on the virtual machine");
    if (page.asks() && room_for(device, Face::regular, style.small) <= beside)
        canvas.label({ x + places.room, y + 0.6F * style.head }, device,
            { Face::regular, style.small, style.secondary, Align::right, beside });
    y += places.head;
    y = draw_lines(canvas, { x, y + 0.3F * style.body }, places.words, 1.5F * style.body,
        { Face::regular, style.body, page.error.empty() ? style.secondary : style.vermilion, Align::left, places.room });
    y -= 0.3F * style.body;
    for (std::size_t row = places.first; row < places.end; ++row) {
        draw_row(canvas, page, row, { x, y, places.room, places.pitch });
        draw_lines(canvas, { x, y + places.pitch + places.line / 2 }, places.refusals.at(row), places.line,
            { Face::regular, style.small, style.vermilion, Align::left, places.room });
        y += places.height_of(row);
    }
    draw_foot(canvas, page, places);
    return canvas.finish();
}

} // namespace warpstage::views

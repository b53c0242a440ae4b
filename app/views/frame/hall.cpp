#include "app/views/frame/hall.h"

#include "app/views/frame/arrangement.h"
#include "app/views/frame/choices.h"
#include "app/views/frame/panel.h"
#include "app/views/frame/recorded_inputs.h"

namespace warpstage::views {

namespace {

constexpr float kMaxOfWindow = 0.36F; // that a caption may take
constexpr std::size_t kMaxHallLines = 5;
constexpr float kLargeSource = 0.6F; // of the window's width, if the cue points at the source
constexpr float kSourceRows = 4.0F; // in all other cases
constexpr float kMaxSource = 0.5F; // of the area between the bar and the caption
constexpr float kLinePitch = 1.36F; // of the source, relative to its text size

bool points_at_source(const session::Snapshot& model, const WindowState& window)
{
    return window.sheet == nullptr && window.hall->figure == nullptr && view_of_cue(model.cue->figure) == &named::source;
}

// If the question hides the figure, the question takes its place.
bool hides(const View* view)
{
    return view != nullptr && view->while_asked != WhileAsked::shown;
}

const View* chosen_view(const session::Snapshot& model, const WindowState& window)
{
    if (window.sheet != nullptr)
        return window.sheet;
    const View* view = window.hall->figure != nullptr ? window.hall->figure : view_of_cue(model.cue->figure);
    if (view == nullptr || view == &named::source || view->place == Place::scene)
        return nullptr;
    return &present(*view, model);
}

// The line of the cue, else that of the shown variant.
std::string words_of(const session::Snapshot& model)
{
    if (!model.cue->words.empty() || model.setup->variant >= model.setup->variants.size())
        return model.cue->words;
    return model.setup->variants[model.setup->variant].summary;
}

// The smallest size of a cue's words: that of a subtitle, whatever the chosen text size.
float min_words(float window_height, const Style& style)
{
    return std::min(style.body, 32.0F / 1080.0F * window_height);
}

float hall_padding(const Style& style)
{
    return 0.6F * style.margin;
}

float source_height(float room, const Style& style)
{
    const float around = 1.5F * style.head + 2.0F * 14.0F * style.scale;
    const float wanted = around + kSourceRows * kLinePitch * style.body;
    return std::clamp(wanted, std::min(around + 3.0F * kLinePitch * style.source, kMaxSource * room), kMaxSource * room);
}

// Including the gap above them; 0 if there are none or the caption belongs to no cue.
float hall_choices_height(const session::CueView& cue, float width, float size, const Style& style)
{
    const float height = cue.words.empty() ? 0.0F : choices_height(cue.choices.texts, width, size, style);
    return height > 0.0F ? height + 0.5F * size : 0.0F;
}

// Lines of about equal length, as few as the width allows.
std::vector<std::string> balanced(const std::string& words, Face face, float size, float width)
{
    std::vector<std::string> lines = wrap_text(words, face, size, width, kMaxHallLines);
    if (lines.size() < 2)
        return lines;
    const auto fits = [&](const std::vector<std::string>& some) {
        return some.size() <= lines.size()
            && std::ranges::all_of(some, [&](const std::string& line) { return text_width(line, face, size) <= width; });
    };
    constexpr float kStep = 0.97F;
    for (float narrower = kStep * width; narrower > 0.4F * width; narrower *= kStep) {
        std::vector<std::string> some = wrap_text(words, face, size, narrower, kMaxHallLines);
        if (!fits(some))
            break;
        lines = std::move(some);
    }
    return lines;
}

} // namespace

float question_size(const Style& style)
{
    return 1.4F * style.title;
}

HallWords hall_words(const session::Snapshot& model, float width, float window_height, const Style& style)
{
    const std::string words = words_of(model);
    const Face face = is_asking(model) ? Face::semibold : Face::regular;
    HallWords chosen;
    for (const float size : { style.title, style.body, min_words(window_height, style) }) {
        chosen = { size, balanced(words, face, size, (width - 4 * hall_padding(style)) / 1.05F) };
        chosen.choices = hall_choices_height(*model.cue, width - 2 * hall_padding(style), size, style);
        if (hall_words_height(chosen, style) <= kMaxOfWindow * window_height
            && !choices_break_words(model.cue->choices.texts, width - 2 * hall_padding(style), size, style))
            break;
    }
    return chosen;
}

float hall_words_height(const HallWords& words, const Style& style)
{
    return 1.3F * words.size * static_cast<float>(words.lines.size()) + words.choices + 2 * hall_padding(style);
}

HallPlaces place_hall(const session::Snapshot& model, const WindowState& window, const Style& style)
{
    const Size size = window.size;
    const float gap = 0.5F * style.margin;
    HallPlaces places;
    places.top_bar = { 0, 0, size.width, 1.7F * style.title };
    places.view = chosen_view(model, window);
    const bool large_source = points_at_source(model, window);
    const bool nothing_else = places.view == nullptr && &scene_of(model) == &named::no_scene;
    const View* figure = places.view == nullptr ? &scene_of(model) : places.view;
    const bool asked_instead = is_asking(model) && (hides(figure) || large_source || nothing_else);
    if (asked_instead)
        places.view = &named::hall_question;

    Rect middle { gap, places.top_bar.bottom() + gap, std::max(size.width - 2 * gap, 0.0F), 0.0F };
    float bottom = size.height - gap;
    if (!asked_instead && !words_of(model).empty()) {
        const HallWords words = hall_words(model, middle.width, size.height, style);
        const float height = hall_words_height(words, style);
        places.caption = Rect { gap, bottom - height, middle.width, height };
        bottom = places.caption->y - gap;
    }
    middle.height = std::max(bottom - middle.y, 0.0F);
    places.figure = middle;
    // A host variant runs no kernels.
    const auto& lesson = model.setup->lesson;
    const bool has_source = lesson != nullptr && !(runs_on_host(model) ? lesson->host_lines : lesson->source_lines).empty();
    if (!has_source)
        return places;
    if (large_source && !asked_instead && middle.width > 1.2F * middle.height) {
        const float width = kLargeSource * middle.width;
        places.source = Rect { middle.x, middle.y, width, middle.height };
        places.figure = { middle.x + width + gap, middle.y, middle.width - width - gap, middle.height };
        return places;
    }
    const float height = source_height(middle.height, style);
    places.source = Rect { middle.x, middle.bottom() - height, middle.width, height };
    places.figure.height = std::max(middle.height - height - gap, 0.0F);
    return places;
}

std::vector<const View*> hall_figures(const session::Snapshot& model)
{
    std::vector<const View*> figures { &scene_of(model) };
    for (const View& view : all_views())
        if (view.place == Place::panel && &view != &named::source && &present(view, model) == &view)
            figures.push_back(&view);
    return figures;
}

const View* next_hall_figure(const session::Snapshot& model, const WindowState& window)
{
    const std::vector<const View*> figures = hall_figures(model);
    const View* shown = chosen_view(model, window);
    if (shown == nullptr)
        shown = figures.front();
    const auto at = std::ranges::find(figures, shown);
    return at == figures.end() || at + 1 == figures.end() ? figures.front() : *(at + 1);
}

namespace {

struct BarPart {
    std::string words;
    Color color;
    float room = 0.0F;
};

constexpr float kBarGap = 18.0F;

// The parts at the right end of the bar, from right to left: the mode, the cue and the compute capability that the numbers
// depend on.
std::vector<BarPart> right_parts(const session::Snapshot& model, const WindowState& window, float width, const Style& style)
{
    std::vector<BarPart> parts;
    const auto add = [&](const std::string& words, Color color) {
        const float room = room_for(words, Face::regular, style.small);
        if (!words.empty() && room <= 0.3F * width)
            parts.push_back({ words, color, room });
    };
    if (!window.badge.empty())
        add(std::string { tr(window.badge) } + " · Esc", style.orange);
    if (!model.timing->playing)
        add(tr("paused"), style.orange);
    if (model.cue->index)
        add(trf("cue {} of {}", *model.cue->index + 1, model.cue->count), style.secondary);
    add(model.run->architecture, style.secondary);
    add(warp_width_words(model.run->warp_width), style.orange);
    return parts;
}

} // namespace

Rect hall_toast(const session::Snapshot& model, const WindowState& window, Rect bar, const Style& style)
{
    Rect toast = bar.inset(0.08F * bar.height);
    const float title = style.margin + room_for(heading_of(model), Face::semibold, style.body) + style.margin;
    float right = style.margin;
    for (const BarPart& part : right_parts(model, window, bar.width, style))
        right += part.room + kBarGap * style.scale;
    if (title + right > 0.6F * toast.width)
        return toast;
    toast.x += title;
    toast.width -= title + right;
    return toast;
}

// The lesson and the variant on the left.
DrawList hall_bar_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const Style& style = scope.style;
    const Size bar = scope.size;
    Canvas canvas(bar, style);
    canvas.fill(bar.area(), style.panel.with_alpha(243));
    canvas.line({ 0, bar.height }, { bar.width, bar.height }, style.border, canvas.units(1.0F));
    const float middle = bar.height / 2;
    const float gap = canvas.units(kBarGap);

    float right = bar.width - style.margin;
    for (const BarPart& part : right_parts(model, scope.window, bar.width, style)) {
        canvas.label({ right, middle }, part.words, { Face::regular, style.small, part.color, Align::right, part.room });
        right -= part.room + gap;
    }

    const std::string title = heading_of(model);
    const float width = std::min(room_for(title, Face::semibold, style.body), right - style.margin);
    if (width <= 0.0F)
        return canvas.finish();
    canvas.label({ style.margin, middle }, title, { Face::semibold, style.body, style.text, Align::left, width });
    const float left = style.margin + width + gap;
    const std::string variant = label_of(model, model.setup->variant);
    if (const float room = right - left; room > 4 * style.body)
        canvas.label({ left, middle }, variant,
            { Face::regular, fitting_size(variant, Face::regular, room, { style.body, style.small, style.smallest }), style.blue,
                Align::left, room });
    return canvas.finish();
}

// The words of the cue as a subtitle.
DrawList hall_caption_view(const Scope& scope)
{
    const Style& style = scope.style;
    const HallWords words = hall_words(scope.model, scope.size.width, scope.window.size.height, style);
    const bool asking = is_asking(scope.model);
    const Color color = asking ? style.orange : style.blue;
    Canvas canvas(scope.size, style);
    canvas.frame(scope.size.area(), mix(style.panel, color, 0.07F), asking ? style.orange : style.border, style.radius * 0.7F);
    const float padding = hall_padding(style);
    const float pitch = 1.3F * words.size;
    draw_lines(canvas, { scope.size.width / 2, padding + pitch / 2 }, words.lines, pitch,
        { asking ? Face::semibold : Face::regular, words.size, style.text, Align::center, scope.size.width - 2 * padding });
    if (words.choices > 0.0F)
        draw_choices(canvas,
            { padding, scope.size.height - padding - words.choices + 0.5F * words.size, scope.size.width - 2 * padding,
                words.choices - 0.5F * words.size },
            scope.model.cue->choices, words.size);
    return canvas.finish();
}

// The question in large text, in the place of the figure that it hides.
DrawList hall_question_view(const Scope& scope)
{
    const Style& style = scope.style;
    Canvas canvas(scope.size, style);
    canvas.frame(scope.size.area(), mix(style.panel, style.orange, 0.07F), style.orange, style.radius);
    const float width = 0.84F * scope.size.width;
    const float hint = 2.0F * std::min(style.small, min_words(scope.window.size.height, style));
    HallWords words;
    for (const float size : { question_size(style), style.title, style.body, min_words(scope.window.size.height, style) }) {
        words = { size, balanced(scope.model.cue->words, Face::semibold, size, width / 1.05F) };
        words.choices = hall_choices_height(*scope.model.cue, width, size, style);
        if (1.3F * size * static_cast<float>(words.lines.size()) + words.choices + hint <= 0.9F * scope.size.height
            && !choices_break_words(scope.model.cue->choices.texts, width, size, style))
            break;
    }
    const float pitch = 1.3F * words.size;
    const float lines = pitch * static_cast<float>(words.lines.size());
    const float height = lines + words.choices;
    const float top = std::max((scope.size.height - hint - height) / 2, 0.0F);
    draw_lines(canvas, { scope.size.width / 2, top + pitch / 2 }, words.lines, pitch,
        { Face::semibold, words.size, style.text, Align::center, width });
    if (words.choices > 0.0F)
        draw_choices(canvas,
            { 0.08F * scope.size.width, top + lines + 0.5F * words.size, width, words.choices - 0.5F * words.size },
            scope.model.cue->choices, words.size);
    canvas.label({ scope.size.width / 2, top + height + hint / 2 },
        words.choices > 0.0F ? tr("1–4 Choose · Enter Count votes · → Reveal") : tr("→ Reveal"),
        { Face::regular, hint / 2, style.secondary, Align::center, width });
    return canvas.finish();
}

} // namespace warpstage::views

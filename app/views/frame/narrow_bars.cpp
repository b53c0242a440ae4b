// The bars of a narrow window, such as a phone's: the lesson, its cues and the device above, the tabs below. Everything that can
// be done is a place for a finger, because a phone has no keys.
#include "app/views/frame/narrow_bars.h"

#include "app/views/frame/panel.h"
#include "app/views/frame/tip.h"
#include "app/views/view.h"

namespace warpstage::views {

namespace {

void draw_menu_mark(Canvas& canvas, Point middle)
{
    const float half = canvas.units(9.0F);
    for (const float offset : { -6.0F, 0.0F, 6.0F })
        canvas.line({ middle.x - half, middle.y + canvas.units(offset) }, { middle.x + half, middle.y + canvas.units(offset) },
            canvas.style().text, canvas.units(2.0F));
}

void draw_pause_mark(Canvas& canvas, Point middle, bool playing)
{
    const Style& style = canvas.style();
    if (!playing)
        return canvas.triangle(middle, canvas.units(16.0F), Pointing::right, style.orange);
    for (const float offset : { -7.0F, 2.0F })
        canvas.fill({ middle.x + canvas.units(offset), middle.y - canvas.units(8.0F), canvas.units(5.0F), canvas.units(16.0F) },
            style.text);
}

// The sign that hints name, such as "→ reveals the answer".
void draw_arrow(Canvas& canvas, Rect rect, std::string_view sign, Action action)
{
    const Style& style = canvas.style();
    canvas.text(rect.center(), std::string { sign }, { Face::semibold, style.head, style.text, Align::center, rect.width });
    on_click(canvas, rect, std::move(action));
}

// A word in a frame, with an arrow: a list can be opened.
void draw_list_button(Canvas& canvas, Rect rect, const std::vector<std::string>& words, Color color, std::string_view command)
{
    const Style& style = canvas.style();
    const Rect frame = rect.inset(canvas.units(4.0F));
    const float room = frame.width - canvas.units(24.0F);
    canvas.outline(frame, color, canvas.units(7.0F));
    const std::string shown = fitting_words(words, Face::semibold, style.small, room);
    canvas.label({ frame.x + canvas.units(6.0F), frame.center().y },
        first_words(shown, Face::semibold, style.small, room / 1.05F), { Face::semibold, style.small, color, Align::left, room });
    canvas.triangle(
        { frame.right() - canvas.units(10.0F), frame.center().y }, canvas.units(8.0F), Pointing::down, style.secondary);
    on_click(canvas, rect, RunCommand { command });
}

void draw_lesson(Canvas& canvas, const session::Snapshot& model, Rect row)
{
    const Style& style = canvas.style();
    const float buttons = canvas.units(2 * kTouchButton);
    const Rect title { row.x, row.y, row.width - buttons, row.height };
    const float room = title.width - style.margin - canvas.units(24.0F);
    const std::string words = heading_of(model);
    float size = fitting_size(words, Face::semibold, room, { style.title, style.head, style.small });
    // A long name takes two lines, or three of the smallest letters.
    std::vector<std::string> lines = wrap_text(words, Face::semibold, size, room / 1.05F, 2);
    if (!lines.empty() && room_for(lines.back(), Face::semibold, size) > room) {
        size = style.smallest;
        lines = wrap_text(words, Face::semibold, size, room / 1.05F, 3);
    }
    float width = 0.0F;
    for (const std::string& line : lines)
        width = std::max(width, std::min(room_for(line, Face::semibold, size), room));
    const float pitch = 1.15F * size;
    draw_lines(canvas, { title.x + 0.75F * style.margin, title.center().y - pitch * (static_cast<float>(lines.size()) - 1) / 2 },
        lines, pitch, { Face::semibold, size, style.text, Align::left, width });
    canvas.triangle({ title.x + 0.75F * style.margin + width + canvas.units(12.0F), title.center().y }, canvas.units(8.0F),
        Pointing::down, style.secondary);
    canvas.tip(title, tip_of_lesson(model));
    on_click(canvas, title, RunCommand { "choose-lesson" });
    draw_touch_buttons(canvas, model, { title.right(), row.y, buttons, row.height });
}

// The cue between its arrows. Returns the right edge.
float draw_cue(Canvas& canvas, const session::CueView& cue, Rect row)
{
    if (cue.count == 0)
        return row.x;
    const Style& style = canvas.style();
    const float button = canvas.units(0.85F * kTouchButton);
    const std::string words =
        cue.index ? trf("cue {} of {}", *cue.index + 1, cue.count) : trnf("{} cue", "{} cues", cue.count, cue.count);
    const float width = room_for(trf("cue {0} of {0}", cue.count), Face::regular, style.small);
    draw_arrow(canvas, { row.x, row.y, button, row.height }, "←", RunCommand { "previous-cue" });
    canvas.label({ row.x + button + width / 2, row.center().y }, words,
        { Face::regular, style.small, style.secondary, Align::center, width });
    const Rect next { row.x + button + width, row.y, button, row.height };
    draw_arrow(canvas, next, "→", RunCommand { "next-cue" });
    return next.right();
}

std::vector<std::string> device_words(const session::Snapshot& model)
{
    if (model.device->engine.kind == engine::EngineKind::gpu)
        return { model.device->engine.name, "GPU" };
    return { tr("PTX virtual machine"), tr("virtual machine"), "VM" };
}

std::vector<std::string> architecture_words(const session::Snapshot& model)
{
    if (const std::uint32_t lanes = model.run->warp_width; lanes != kMaxLanes)
        return { trf("warps of {}", lanes) };
    const std::string capability { model.run->traits->name };
    return { model.run->architecture, capability, capability.substr(capability.find(' ') + 1) };
}

constexpr std::array<std::string_view, kTabs> kTabWords { marked("Scene"), marked("Variants"), marked("Memory"),
    marked("Source") };

} // namespace

void draw_touch_buttons(Canvas& canvas, const session::Snapshot& model, Rect rect)
{
    const Rect pause { rect.x, rect.y, rect.width / 2, rect.height };
    const Rect menu { pause.right(), rect.y, rect.width / 2, rect.height };
    draw_pause_mark(canvas, pause.center(), model.timing->playing);
    on_click(canvas, pause, session::TogglePause {});
    draw_menu_mark(canvas, menu.center());
    on_click(canvas, menu, RunCommand { "commands" });
}

DrawList narrow_bar_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const Style& style = scope.style;
    Canvas canvas(scope.size, style);
    const NarrowBar bar = narrow_bar(scope.size, style);
    canvas.fill(scope.size.area(), style.panel.with_alpha(243));
    canvas.line({ 0, scope.size.height }, { scope.size.width, scope.size.height }, style.border, canvas.units(1.0F));
    draw_lesson(canvas, model, bar.lesson);
    const Rect row = bar.cue;
    const float left = draw_cue(canvas, *model.cue, row);
    const float room = row.right() - left - canvas.units(4.0F);
    const float device = 0.44F * room;
    const float architecture = room - device;
    const bool gpu = model.device->engine.kind == engine::EngineKind::gpu;
    const bool usual = model.run->warp_width == kMaxLanes;
    canvas.tip({ left, row.y, architecture, row.height }, tip_of_architecture(model));
    canvas.tip({ left + architecture, row.y, device, row.height }, tip_of_device(model));
    draw_list_button(canvas, { left, row.y, architecture, row.height }, architecture_words(model),
        usual ? style.text : style.orange, usual ? "choose-architecture" : "choose-warp-width");
    draw_list_button(canvas, { left + architecture, row.y, device, row.height }, device_words(model),
        gpu ? style.blue : style.orange, "choose-engine");
    return canvas.finish();
}

DrawList tabs_view(const Scope& scope)
{
    const Style& style = scope.style;
    Canvas canvas(scope.size, style);
    canvas.fill(scope.size.area(), style.panel.with_alpha(243));
    canvas.line({ 0, 0 }, { scope.size.width, 0 }, style.border, canvas.units(1.0F));
    const float width = scope.size.width / static_cast<float>(kTabs);
    for (std::size_t i = 0; i < kTabs; ++i) {
        const Rect rect { width * static_cast<float>(i), 0, width, scope.size.height };
        const bool chosen = scope.window.tab == static_cast<Tab>(i);
        if (chosen)
            canvas.fill({ rect.x, 0, rect.width, canvas.units(3.0F) }, style.orange);
        const std::string words { tr(kTabWords.at(i)) };
        const float room = rect.width - canvas.units(4.0F);
        const Face face = chosen ? Face::semibold : Face::regular;
        canvas.label(rect.center(), words,
            { face, fitting_size(words, face, room, { style.small, style.smallest }), chosen ? style.text : style.secondary,
                Align::center, room });
        on_click(canvas, rect, ChooseTab { i });
    }
    return canvas.finish();
}

} // namespace warpstage::views

#include "app/views/frame/panel.h"

namespace warpstage::views {

namespace {

constexpr float kNarrowestScene = 440.0F;
constexpr std::uint8_t kVeilAlpha = 200;
constexpr std::uint8_t kPanelAlpha = 243; // 95 % of 255: the scene shows through and the text stays readable

} // namespace

Canvas panel_canvas(const Scope& scope)
{
    Canvas canvas(scope.size, scope.style);
    canvas.frame(scope.size.area(), scope.style.panel.with_alpha(kPanelAlpha), scope.style.border, scope.style.radius);
    return canvas;
}

Canvas sheet_canvas(const Scope& scope)
{
    Canvas canvas = panel_canvas(scope);
    if (scope.size.width > layout_stage(scope.window.size, scope.style).scene.width) // panels are below it
        canvas.frame(scope.size.area(), scope.style.panel, scope.style.border, scope.style.radius);
    return canvas;
}

Rect sheet_area(const View& sheet, const StageLayout& layout, const Style& style)
{
    if (layout.tabs)
        return layout.scene;
    if (layout.scene.width >= kNarrowestScene * style.scale) {
        Rect area = layout.scene;
        if (!sheet.cue.empty()) {
            area.width = layout.access.right() - area.x;
            area.height = std::min(area.bottom(), layout.access.bottom()) - area.y;
        }
        return area;
    }
    const float left = layout.variants ? layout.variants->x : layout.scene.x;
    const float bottom = layout.footer ? layout.footer->y - left : layout.scene.bottom();
    return { left, layout.scene.y, layout.access.right() - left, bottom - layout.scene.y };
}

DrawList veiled(DrawList sheet, const Scope& scope)
{
    const Size window = scope.size;
    DrawList list { window };
    list.add(Box { { 0, 0, window.width, window.height }, scope.style.background.with_alpha(kVeilAlpha), {}, 1.0F, 0.0F });
    const Point corner { (window.width - sheet.size.width) / 2, (window.height - sheet.size.height) / 2 };
    list.append(std::move(sheet), corner);
    return list;
}

DrawList hidden_panel(const Scope& scope, std::string_view title)
{
    const Style& style = scope.style;
    Canvas canvas = sheet_canvas(scope);
    const Rect inside = scope.inside();
    canvas.heading(inside, std::string { title }, "", { { "?" }, style.orange, false });
    const float top = inside.y + canvas.heading_height();
    if (const float room = inside.bottom() - top; room > 2 * style.title) {
        canvas.text({ inside.x + inside.width / 2, top + room / 2 }, "?",
            { Face::semibold, style.title, style.orange, Align::center, inside.width });
        canvas.text({ inside.x + inside.width / 2, top + room / 2 + 1.5F * style.small }, tr("→ reveals the answer"),
            { Face::regular, style.small, style.secondary, Align::center, inside.width });
        if (style.least_target > 0.0F)
            on_click(canvas, inside, RunCommand { "next-cue" }); // a finger has no key
    }
    return canvas.finish();
}

std::string heading_of(const session::Snapshot& model)
{
    const auto& lesson = model.setup->lesson;
    if (lesson == nullptr)
        return "warpstage";
    const std::string& title = lesson->shown(lesson->title);
    return lesson->origin.outside.empty() ? fmt::format("{} · {}", lesson->number, title) : title;
}

bool runs_on_host(const session::Snapshot& model)
{
    return model.setup->variant < model.setup->variants.size() && model.setup->variants[model.setup->variant].on_host_only;
}

bool is_asking(const session::Snapshot& model)
{
    return model.cue->numbers == session::CueNumbers::hidden;
}

std::string no_recording_words(const session::Snapshot& model)
{
    if (is_asking(model))
        return tr("→ reveals the answer");
    return model.run->waits != nullptr ? tr("still running: see Waiting warps") : tr("recording…");
}

std::string no_warps_words(const session::Snapshot& model)
{
    return runs_on_host(model) ? tr("this variant runs on the host: no warps to show") : no_recording_words(model);
}

std::string label_of(const session::Snapshot& model, std::size_t variant)
{
    return variant < model.setup->variants.size() ? model.setup->variants[variant].label : std::string {};
}

LaneMask marked_lanes(const session::Snapshot& model, LaneMask of_window)
{
    const auto& selection = *model.selection;
    const LaneMask at_cell = selection.cell ? selection.cell->lanes : 0;
    const LaneMask chosen = selection.lane && *selection.lane < kMaxLanes ? LaneMask { 1 } << *selection.lane : 0;
    return of_window | at_cell | chosen;
}

} // namespace warpstage::views

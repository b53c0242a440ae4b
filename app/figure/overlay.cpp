#include "app/figure/overlay.h"

#include "app/figure/array_caption.h"
#include "app/figure/layout.h"
#include "app/figure/panel.h"

#include <utility>

namespace warpstage::figure {

namespace {

void add_panel(Overlay& overlay, Panel&& panel)
{
    overlay.picture.append(panel.picture, { panel.rect.x, panel.rect.y });
    for (HitRegion& region : panel.regions) {
        region.rect.x += panel.rect.x;
        region.rect.y += panel.rect.y;
        overlay.regions.push_back(std::move(region));
    }
    for (WindowRegion& region : panel.window_regions) {
        region.rect.x += panel.rect.x;
        region.rect.y += panel.rect.y;
        overlay.window_regions.push_back(std::move(region));
    }
    for (TipRegion& region : panel.tips) {
        region.rect.x += panel.rect.x;
        region.rect.y += panel.rect.y;
        overlay.tips.push_back(std::move(region));
    }
}

void add_pictures(Overlay& overlay, const StageLayout& layout, const OverlayState& state, const Style& style)
{
    overlay.pictures = { { layout.warps, Picture::lanes }, { layout.access, Picture::access } };
    const auto add = [&](const std::optional<Rect>& rect, Picture picture) {
        if (rect)
            overlay.pictures.push_back({ *rect, picture });
    };
    add(layout.timings, Picture::timings);
    add(layout.source, Picture::source);
    add(layout.timeline, Picture::timeline);
    if (state.sheet == Sheet::comparison)
        overlay.pictures.push_back({ sheet_area(layout, style), Picture::comparison });
}

} // namespace

std::vector<Panel> compose_panels(
    const session::Snapshot& snapshot, const OverlayState& state, const StageLayout& layout, const Style& style)
{
    std::vector<Panel> panels;
    panels.push_back(top_bar(snapshot, state, layout, style));
    panels.push_back(variants_panel(snapshot, layout, style));
    if (layout.parameters)
        panels.push_back(parameters_panel(snapshot, *layout.parameters, layout, style));
    panels.push_back(warps_panel(snapshot, layout, style));
    panels.push_back(access_panel(snapshot, layout, style));
    if (layout.timings)
        panels.push_back(timings_panel(snapshot, *layout.timings, layout, style));
    if (layout.source)
        panels.push_back(source_panel(snapshot, state, *layout.source, layout, style));
    if (layout.timeline)
        panels.push_back(timeline_panel(snapshot, *layout.timeline, layout, style));
    if (layout.footer)
        panels.push_back(key_line(*layout.footer, style));
    return panels;
}

Overlay compose_overlay(const session::Snapshot& snapshot, const OverlayState& state, const Style& style)
{
    Overlay overlay;
    overlay.picture.size = state.size;
    const StageLayout layout = layout_stage(state.size, style);
    overlay.scene = layout.scene;
    for (Panel& panel : compose_panels(snapshot, state, layout, style))
        add_panel(overlay, std::move(panel));

    add_pictures(overlay, layout, state, style);
    overlay.source = layout.source.value_or(Rect {});
    const Rect place = sheet_area(layout, style);
    if (std::optional<Panel> sheet = centre_sheet(snapshot, state.sheet, place, layout, style)) {
        if (place.width > layout.scene.width) { // what lies under it cannot be clicked
            overlay.regions.clear();
            overlay.window_regions.clear();
            overlay.tips.clear();
        }
        add_panel(overlay, *std::move(sheet));
    } else if (const std::optional<ArrayCaptionInput> caption = array_caption_input(snapshot)) {
        const float height = array_caption_height(style);
        overlay.picture.append(
            array_caption_figure(*caption, { overlay.scene.width, height }, style), { overlay.scene.x, overlay.scene.y });
        overlay.scene.y += height;
        overlay.scene.height -= height;
    }
    for (Panel& panel : notice_stack(snapshot, state, overlay.scene, style))
        add_panel(overlay, std::move(panel));

    if (state.tip && !state.help && !state.editor)
        add_panel(overlay, tip_panel(*state.tip, state.pointer, state.size, style));
    if (state.editor) {
        overlay.regions.clear();
        overlay.window_regions.clear();
        overlay.tips.clear();
        add_panel(overlay, editor_panel(*state.editor, overlay.scene, style));
    }
    if (state.help) {
        overlay.picture.add(
            Box { { 0, 0, state.size.width, state.size.height }, style.background.with_alpha(200), {}, 1.0F, 0.0F });
        overlay.regions.clear(); // what lies under the sheet cannot be clicked
        overlay.window_regions.clear();
        overlay.tips.clear();
        add_panel(overlay, help_sheet(state.size, style));
    }
    return overlay;
}

} // namespace warpstage::figure

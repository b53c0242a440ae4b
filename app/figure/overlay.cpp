#include "app/figure/overlay.h"

#include "app/figure/array_caption.h"
#include "app/figure/cue_caption.h"
#include "app/figure/drift_line.h"
#include "app/figure/layout.h"
#include "app/figure/notes_sheet.h"
#include "app/figure/panel.h"
#include "app/figure/transfers_figure.h"

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
    const session::Snapshot& whole, const OverlayState& state, const StageLayout& layout, const Style& style)
{
    std::vector<Panel> panels;
    const bool secret = whole.cue.numbers == session::CueNumbers::hidden;
    const session::Snapshot without_numbers = secret ? concealed(whole) : session::Snapshot {};
    const session::Snapshot& snapshot = secret ? without_numbers : whole;
    panels.push_back(top_bar(snapshot, state, layout, style));
    panels.push_back(variants_panel(snapshot, layout, style));
    if (layout.parameters)
        panels.push_back(parameters_panel(snapshot, *layout.parameters, layout, style));
    panels.push_back(secret ? secret_panel(layout.warps, "Warps", layout, style) : warps_panel(snapshot, layout, style));
    panels.push_back(secret ? secret_panel(layout.access, "Memory", layout, style) : access_panel(snapshot, layout, style));
    if (layout.timings)
        panels.push_back(secret ? secret_panel(*layout.timings, "Timings", layout, style)
                                : timings_panel(snapshot, *layout.timings, layout, style));
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

    if (const std::optional<Rect> target = cue_target(snapshot.cue, layout))
        overlay.picture.add(Box { *target, {}, style.orange, 2.0F * style.scale, style.radius });
    const bool free = state.sheet == Sheet::none; // no sheet stands in the scene's place
    if (const float height = cue_caption_height(snapshot, overlay.scene, style); free && height > 0.0F) {
        const Rect strip { overlay.scene.x, overlay.scene.bottom() - height, overlay.scene.width, height };
        overlay.scene.height -= height + style.margin / 2;
        if (std::optional<Panel> words = cue_caption(snapshot, strip, style))
            add_panel(overlay, *std::move(words));
    }
    add_pictures(overlay, layout, state, style);
    overlay.source = layout.source.value_or(Rect {});
    const Rect place = sheet_area(layout, style);
    const bool secret = snapshot.cue.numbers == session::CueNumbers::hidden;
    if (std::optional<Panel> sheet = centre_sheet(secret ? concealed(snapshot) : snapshot, state.sheet, place, layout, style)) {
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
    if (free && snapshot.drift)
        overlay.picture.append(drift_line(*snapshot.drift, overlay.scene.width, style), { overlay.scene.x, overlay.scene.y });
    if (free && snapshot.transfers)
        overlay.picture.append(transfers_figure(*snapshot.transfers, { overlay.scene.width, overlay.scene.height }, style),
            { overlay.scene.x, overlay.scene.y });
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
    if (state.help || state.notes) {
        overlay.picture.add(
            Box { { 0, 0, state.size.width, state.size.height }, style.background.with_alpha(200), {}, 1.0F, 0.0F });
        overlay.regions.clear(); // what lies under the sheet cannot be clicked
        overlay.window_regions.clear();
        overlay.tips.clear();
    }
    if (state.help) {
        add_panel(overlay, help_sheet(state.size, style));
    } else if (state.notes && snapshot.lesson) {
        NotesSheet sheet = notes_sheet(snapshot.lesson->notes, *state.notes, state.size, style);
        overlay.notes_pages = sheet.pages;
        add_panel(overlay, std::move(sheet.panel));
    }
    return overlay;
}

} // namespace warpstage::figure

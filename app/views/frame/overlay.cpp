#include "app/views/frame/overlay.h"

#include "app/views/frame/cue_caption.h"
#include "app/views/frame/layout.h"
#include "app/views/frame/number_tips.h"
#include "app/views/frame/panel.h"
#include "app/views/scenes/array_caption.h"
#include "app/views/scenes/drift_line.h"
#include "app/views/scenes/hazard_scene.h"
#include "app/views/scenes/scene_kind.h"
#include "app/views/sheets/help_sheet.h"
#include "app/views/sheets/notes_sheet.h"
#include "app/views/sheets/tour.h"
#include "app/views/timings/big_number.h"
#include "app/views/timings/transfers_figure.h"
#include "core/base/verify.h"

#include <algorithm>
#include <utility>

namespace warpstage::views {

namespace {

void add_panel(Overlay& overlay, Panel&& panel)
{
    const Point corner { panel.rect.x, panel.rect.y };
    overlay.picture.append(std::move(panel.picture), corner);
    for (HitRegion& region : panel.regions) {
        region.rect = region.rect.moved(corner);
        overlay.regions.push_back(std::move(region));
    }
    for (WindowRegion& region : panel.window_regions) {
        region.rect = region.rect.moved(corner);
        overlay.window_regions.push_back(std::move(region));
    }
    for (TipRegion& region : panel.tips) {
        region.rect = region.rect.moved(corner);
        overlay.tips.push_back(std::move(region));
    }
    for (CellGrid& cells : panel.cells) {
        cells.area = cells.area.moved(corner);
        overlay.cells.push_back(std::move(cells));
    }
}

void add_pictures(Overlay& overlay, const StageLayout& layout, const OverlayState& state, const Style& style)
{
    if (state.view == View::picture) {
        overlay.pictures = { { overlay.scene, state.chosen_picture } };
        return;
    }
    overlay.pictures = { { layout.access, Picture::access } };
    const auto add = [&](const std::optional<Rect>& rect, Picture picture) {
        if (rect)
            overlay.pictures.push_back({ *rect, picture });
    };
    add(layout.warps, Picture::lanes);
    add(layout.timings, Picture::timings);
    add(layout.source, Picture::source);
    add(layout.timeline, Picture::timeline);
    if (state.sheet == Sheet::comparison)
        overlay.pictures.push_back({ sheet_area(layout, style), Picture::comparison });
}

// What stopped the recorded block stays as long as the recording does: it has a place of its own and covers nothing.
void reserve_fault(Overlay& overlay, const session::Snapshot& snapshot, const Style& style)
{
    std::optional<Panel> fault = fault_panel(snapshot, overlay.scene, style);
    overlay.fault = fault.has_value();
    if (!fault)
        return;
    overlay.scene.height -= fault->rect.height + style.margin / 2;
    add_panel(overlay, *std::move(fault));
}

// Between the bars, from side to side.
Rect whole_area(const StageLayout& layout, Size window)
{
    const float gap = layout.scene.y - layout.top_bar.bottom();
    const float bottom = (layout.footer ? layout.footer->y : window.height) - gap;
    return { gap, layout.scene.y, std::max(window.width - 2 * gap, 0.0F), std::max(bottom - layout.scene.y, 0.0F) };
}

Panel one_panel(
    const session::Snapshot& snapshot, const OverlayState& state, Rect rect, const StageLayout& layout, const Style& style)
{
    const bool secret = snapshot.cue->numbers == session::CueNumbers::hidden;
    switch (state.chosen_picture) {
    case Picture::access:
        return secret ? secret_panel(rect, "Memory", layout, style) : access_panel(snapshot, state.marked, rect, layout, style);
    case Picture::lanes:
        return secret ? secret_panel(rect, "Warps", layout, style) : warps_panel(snapshot, state.marked, rect, layout, style);
    case Picture::timings:
        return secret ? secret_panel(rect, "Timings", layout, style) : timings_panel(snapshot, rect, layout, style);
    case Picture::source:
        return source_panel(snapshot, state, rect, layout, style);
    case Picture::timeline:
        return timeline_panel(snapshot, rect, layout, style);
    case Picture::comparison:
        if (auto sheet = centre_sheet(snapshot, Sheet::comparison, rect, layout, style))
            return *std::move(sheet);
        break;
    }
    VERIFY_NOT_REACHED();
}

// One picture or one number between the bars, with the cue's words under it.
void compose_alone(
    Overlay& overlay, const session::Snapshot& snapshot, const OverlayState& state, const StageLayout& layout, const Style& style)
{
    overlay.scene = whole_area(layout, state.size);
    if (const float height = cue_caption_height(snapshot, overlay.scene, style); height > 0.0F) {
        const Rect strip { overlay.scene.x, overlay.scene.bottom() - height, overlay.scene.width, height };
        overlay.scene.height -= height + style.margin / 2;
        if (std::optional<Panel> words = cue_caption(snapshot, strip, style))
            add_panel(overlay, *std::move(words));
    }
    reserve_fault(overlay, snapshot, style);
    add_panel(overlay, top_bar(snapshot, state, layout, style));
    if (layout.footer)
        add_panel(overlay, key_line(*layout.footer, state.keys, style));
    if (state.view == View::number) {
        add_panel(overlay, big_number_panel(snapshot, overlay.scene, state.size, style));
        overlay.tips.push_back({ overlay.scene, big_number_tip(snapshot) });
    } else {
        add_panel(overlay, one_panel(snapshot, state, overlay.scene, layout, style));
    }
    if (state.view == View::picture && state.chosen_picture == Picture::source)
        overlay.source = overlay.scene;
    add_pictures(overlay, layout, state, style);
}

// What lies under a sheet cannot be clicked.
void forget_regions(Overlay& overlay, Rect sheet)
{
    const auto under = [&](const auto& region) {
        const Rect& rect = region.rect;
        return rect.x < sheet.right() && sheet.x < rect.right() && rect.y < sheet.bottom() && sheet.y < rect.bottom();
    };
    std::erase_if(overlay.regions, under);
    std::erase_if(overlay.window_regions, under);
    std::erase_if(overlay.tips, under);
}

void forget_regions(Overlay& overlay)
{
    overlay.regions.clear();
    overlay.window_regions.clear();
    overlay.tips.clear();
    overlay.cells.clear();
}

} // namespace

std::vector<Panel> compose_panels(
    const session::Snapshot& snapshot, const OverlayState& state, const StageLayout& layout, const Style& style)
{
    std::vector<Panel> panels;
    const bool secret = snapshot.cue->numbers == session::CueNumbers::hidden;
    panels.push_back(top_bar(snapshot, state, layout, style));
    if (layout.variants)
        panels.push_back(variants_panel(snapshot, *layout.variants, layout, style));
    if (layout.parameters)
        panels.push_back(parameters_panel(snapshot, *layout.parameters, layout, style));
    if (layout.warps)
        panels.push_back(secret ? secret_panel(*layout.warps, "Warps", layout, style)
                                : warps_panel(snapshot, state.marked, *layout.warps, layout, style));
    panels.push_back(secret ? secret_panel(layout.access, "Memory", layout, style)
                            : access_panel(snapshot, state.marked, layout.access, layout, style));
    if (layout.timings)
        panels.push_back(secret ? secret_panel(*layout.timings, "Timings", layout, style)
                                : timings_panel(snapshot, *layout.timings, layout, style));
    if (layout.source)
        panels.push_back(source_panel(snapshot, state, *layout.source, layout, style));
    if (layout.timeline)
        panels.push_back(timeline_panel(snapshot, *layout.timeline, layout, style));
    if (layout.footer)
        panels.push_back(key_line(*layout.footer, state.keys, style));
    return panels;
}

void compose_around_scene(
    Overlay& overlay, const session::Snapshot& snapshot, const OverlayState& state, const StageLayout& layout, const Style& style)
{
    overlay.scene = layout.scene;
    for (Panel& panel : compose_panels(snapshot, state, layout, style))
        add_panel(overlay, std::move(panel));

    if (const std::optional<Rect> target = cue_target(*snapshot.cue, layout))
        overlay.picture.add(Box { *target, {}, style.orange, 2.0F * style.scale, style.radius });
    const bool free = state.sheet == Sheet::none; // no sheet stands in the scene's place
    if (const float height = cue_caption_height(snapshot, overlay.scene, style); free && height > 0.0F) {
        const Rect strip { overlay.scene.x, overlay.scene.bottom() - height, overlay.scene.width, height };
        overlay.scene.height -= height + style.margin / 2;
        if (std::optional<Panel> words = cue_caption(snapshot, strip, style))
            add_panel(overlay, *std::move(words));
    }
    if (free)
        reserve_fault(overlay, snapshot, style);
    add_pictures(overlay, layout, state, style);
    overlay.source = layout.source.value_or(Rect {});
    const Rect place = sheet_area(layout, style);
    if (std::optional<Panel> sheet = centre_sheet(snapshot, state.sheet, place, layout, style)) {
        if (place.width > layout.scene.width)
            forget_regions(overlay, place);
        add_panel(overlay, *std::move(sheet));
        overlay.picture.append(cell_marks(overlay.cells, snapshot, state.marked, state.size, style), {});
    } else if (scene_kind(snapshot) == SceneKind::hazard) {
        const Size size { overlay.scene.width, overlay.scene.height };
        overlay.picture.append(hazard_scene_figure(hazard_sides(snapshot), size, style), { overlay.scene.x, overlay.scene.y });
        overlay.tips.push_back({ overlay.scene, hazard_tip() });
    } else if (const std::optional<ArrayCaptionInput> caption = array_caption_input(snapshot); caption && !caption->recorded) {
        Canvas words({ overlay.scene.width, overlay.scene.height }, style);
        words.empty_words({ 0, 0, overlay.scene.width, overlay.scene.height }, caption->waiting);
        overlay.picture.append(words.finish(), { overlay.scene.x, overlay.scene.y });
    } else if (caption) {
        const float height = array_caption_height(style);
        overlay.picture.append(
            array_caption_figure(*caption, { overlay.scene.width, height }, style), { overlay.scene.x, overlay.scene.y });
        overlay.tips.push_back({ { overlay.scene.x, overlay.scene.y, overlay.scene.width, height }, array_tip(snapshot) });
        overlay.scene.y += height;
        overlay.scene.height -= height;
    }
    if (free && snapshot.scene->drift) {
        DrawList line = drift_line(*snapshot.scene->drift, overlay.scene.width, style);
        overlay.tips.push_back(
            { { overlay.scene.x, overlay.scene.y, line.size.width, line.size.height }, drift_tip(*snapshot.scene->drift) });
        overlay.picture.append(std::move(line), { overlay.scene.x, overlay.scene.y });
    }
    if (free && snapshot.scene->transfers)
        overlay.tips.push_back({ overlay.scene, transfers_tip(*snapshot.scene->transfers) });
    if (free && snapshot.scene->transfers)
        overlay.picture.append(transfers_figure(*snapshot.scene->transfers, { overlay.scene.width, overlay.scene.height }, style),
            { overlay.scene.x, overlay.scene.y });
}

Overlay compose_overlay(const session::Snapshot& whole, const OverlayState& state, const Style& style)
{
    const bool secret = whole.cue->numbers == session::CueNumbers::hidden;
    const session::Snapshot without_answer = secret ? concealed(whole) : session::Snapshot {};
    const session::Snapshot& snapshot = secret ? without_answer : whole;
    Overlay overlay;
    overlay.picture.size = state.size;
    const StageLayout layout = layout_stage(state.size, style);
    const bool alone = state.view == View::picture || state.view == View::number;
    if (alone)
        compose_alone(overlay, snapshot, state, layout, style);
    else
        compose_around_scene(overlay, snapshot, state, layout, style);
    // By a panel of its own, or by the picture of who met whom.
    const bool pictured = !alone && state.sheet == Sheet::none && scene_kind(snapshot) == SceneKind::hazard;
    const bool told = (overlay.fault || pictured) && snapshot.run->recording && snapshot.run->recording->trap;
    for (Panel& panel :
        notice_stack(snapshot, state, overlay.scene, style, told ? snapshot.run->recording->trap->message : std::string()))
        add_panel(overlay, std::move(panel));

    if (state.tip && !state.help && !state.editor)
        add_panel(overlay, tip_panel(*state.tip, state.pointer, state.size, style));
    if (state.editor) {
        forget_regions(overlay);
        add_panel(overlay, editor_panel(*state.editor, overlay.scene, style));
    }
    const bool tour = state.tour && !state.help && !state.notes;
    if (state.help || state.notes || tour) {
        overlay.picture.add(
            Box { { 0, 0, state.size.width, state.size.height }, style.background.with_alpha(tour ? 90 : 200), {}, 1.0F, 0.0F });
        forget_regions(overlay);
    }
    if (state.help) {
        HelpSheet sheet = help_sheet(state.keys, state.help_page, state.size, style);
        overlay.help_pages = sheet.pages;
        add_panel(overlay, std::move(sheet.panel));
    } else if (state.notes && snapshot.setup->lesson) {
        NotesSheet sheet = notes_sheet(snapshot.setup->lesson->notes, *state.notes, state.size, style);
        overlay.notes_pages = sheet.pages;
        add_panel(overlay, std::move(sheet.panel));
    } else if (tour) {
        if (const auto target = tour_target(*state.tour, layout); target && !alone)
            overlay.picture.add(Box { *target, {}, style.orange, 3.0F * style.scale, style.radius });
        add_panel(overlay, tour_card(*state.tour, layout, state.size, style));
    }
    if (alone) // nothing shines between the panels
        overlay.scene = {};
    return overlay;
}

} // namespace warpstage::views

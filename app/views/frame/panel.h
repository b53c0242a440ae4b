// One panel of the stage: its place, its picture and what can be clicked, both in its own coordinates. Each panel is one function
// in a file of its own, from a snapshot to this.
#pragma once

#include "app/draw/canvas.h"
#include "app/views/drawing.h"
#include "app/views/frame/layout.h"
#include "app/views/frame/overlay.h"

#include <optional>
#include <string>
#include <vector>

namespace warpstage::views {

struct Panel {
    Rect rect; // in the window
    DrawList picture; // origin at the panel's top left corner
    std::vector<HitRegion> regions; // likewise
    std::vector<WindowRegion> window_regions {}; // likewise
    std::vector<TipRegion> tips {}; // likewise
    std::vector<CellGrid> cells {}; // likewise
};

// A canvas with the panel's ground and border on it.
[[nodiscard]] Canvas panel_canvas(Rect rect, const Style& style);
// The panel's own rectangle without its padding, origin at its top left corner.
[[nodiscard]] Rect panel_inside(Rect rect, float padding);

[[nodiscard]] Panel top_bar(
    const session::Snapshot& snapshot, const OverlayState& state, const StageLayout& layout, const Style& style);
[[nodiscard]] Panel key_line(Rect rect, std::span<const KeyWords> keys, const Style& style);
[[nodiscard]] Panel variants_panel(const session::Snapshot& snapshot, Rect rect, const StageLayout& layout, const Style& style);
[[nodiscard]] Panel parameters_panel(const session::Snapshot& snapshot, Rect rect, const StageLayout& layout, const Style& style);
[[nodiscard]] Panel warps_panel(
    const session::Snapshot& snapshot, LaneMask marked, Rect rect, const StageLayout& layout, const Style& style);
// What stands where warps would, while there are none.
[[nodiscard]] std::string no_warps_words(const session::Snapshot& snapshot);
// Instead of what a recording shows: it is still being made, or a question of the cue stands before it.
[[nodiscard]] std::string no_recording_words(const session::Snapshot& snapshot);
[[nodiscard]] Panel access_panel(
    const session::Snapshot& snapshot, LaneMask marked, Rect rect, const StageLayout& layout, const Style& style);
[[nodiscard]] Panel timings_panel(const session::Snapshot& snapshot, Rect rect, const StageLayout& layout, const Style& style);
[[nodiscard]] Panel source_panel(
    const session::Snapshot& snapshot, const OverlayState& state, Rect rect, const StageLayout& layout, const Style& style);
[[nodiscard]] Panel timeline_panel(const session::Snapshot& snapshot, Rect rect, const StageLayout& layout, const Style& style);
[[nodiscard]] Panel editor_panel(const EditorLine& editor, Rect scene, const Style& style);
[[nodiscard]] Panel tip_panel(const Tip& tip, Point pointer, Size window, const Style& style);
// The scene's place, or, where that is too narrow to read anything, that of the panels beside it too.
[[nodiscard]] Rect sheet_area(const StageLayout& layout, const Style& style);
// Nothing for Sheet::none.
[[nodiscard]] std::optional<Panel> centre_sheet(
    const session::Snapshot& snapshot, Sheet sheet, Rect rect, const StageLayout& layout, const Style& style);
// The lane that the session has marked, or those at the cell that it has; none: empty.
[[nodiscard]] LaneMask marked_lane(const session::Snapshot& snapshot);
// The chosen access as banks or as sectors.
[[nodiscard]] DrawList access_figure(const session::Snapshot& snapshot, LaneMask marked, Size size, const Style& style);
// All panels that stand beside the scene, the bars included. While a cue asks, the snapshot is the concealed one.
[[nodiscard]] std::vector<Panel> compose_panels(
    const session::Snapshot& snapshot, const OverlayState& state, const StageLayout& layout, const Style& style);

// What stopped the recorded block, along the lower edge of `area`. Nothing where no fault did or where it would take too much
// of the area.
[[nodiscard]] std::optional<Panel> fault_panel(const session::Snapshot& snapshot, Rect area, const Style& style);
// Messages stacked in the lower left corner of `area`, the newest at the bottom; old ones go first where room is short.
// `told`: a message that stands elsewhere already.
[[nodiscard]] std::vector<Panel> notice_stack(
    const session::Snapshot& snapshot, const OverlayState& state, Rect area, const Style& style, const std::string& told = {});

} // namespace warpstage::views

// What panels have in common: their ground, what stands in them while there is nothing to show, and which lanes stand out.
#pragma once

#include "app/views/view.h"

namespace warpstage::views {

// A canvas with the panel's ground and border on it.
[[nodiscard]] Canvas panel_canvas(const Scope& scope);
// Likewise, of a sheet. It stands in the scene's place, or over the panels beside it where the scene is too narrow.
[[nodiscard]] Canvas sheet_canvas(const Scope& scope);
// The scene's place, or, where that is too narrow to read anything, that of the panels beside it too. A sheet that a cue may
// point at gets the place of the panels on the right as well: a hall looks at it.
[[nodiscard]] Rect sheet_area(const View& sheet, const StageLayout& layout, const Style& style);
// A sheet in the middle of the window on a veil, through which the rest is still seen a little.
[[nodiscard]] DrawList veiled(DrawList sheet, const Scope& scope);
// A panel whose values a question hides.
[[nodiscard]] DrawList hidden_panel(const Scope& scope, std::string_view title);

// Of the present variant: there is nothing to record.
[[nodiscard]] bool runs_on_host(const session::Snapshot& model);
[[nodiscard]] bool is_asking(const session::Snapshot& model);
// Instead of what a recording shows: it is still being made, or a question of the cue stands before it.
[[nodiscard]] std::string no_recording_words(const session::Snapshot& model);
// Likewise, of a variant that may run on the host.
[[nodiscard]] std::string no_warps_words(const session::Snapshot& model);
// Empty where there is no such variant.
[[nodiscard]] std::string label_of(const session::Snapshot& model, std::size_t variant);

// Lanes that stand out: the window's, the one that the session has marked, and those at its cell.
[[nodiscard]] LaneMask marked_lanes(const session::Snapshot& model, LaneMask of_window);

} // namespace warpstage::views

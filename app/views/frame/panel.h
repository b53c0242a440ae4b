// Common parts of panels: background, message for an empty panel, and highlighted lanes.
#pragma once

#include "app/views/view.h"

namespace warpstage::views {

// A canvas with the background and border of a panel.
[[nodiscard]] Canvas panel_canvas(const Scope& scope);
// The same for a sheet. A sheet covers the scene, and also the panels beside it if the scene is too narrow.
[[nodiscard]] Canvas sheet_canvas(const Scope& scope);
// The scene's area, extended by the panels beside it if it is too narrow to read anything. A sheet that a cue can point at also
// covers the panels on the right, so that it can be read in a hall.
[[nodiscard]] Rect sheet_area(const View& sheet, const StageLayout& layout, const Style& style);
// A sheet in the middle of the window over a translucent veil.
[[nodiscard]] DrawList veiled(DrawList sheet, const Scope& scope);
// A panel whose values a question hides.
[[nodiscard]] DrawList hidden_panel(const Scope& scope, std::string_view title);

// "6 · N-body"; "saxpy.cu" for a file of the user, which is not a chapter.
[[nodiscard]] std::string heading_of(const session::Snapshot& model);

// For the current variant: there is nothing to record.
[[nodiscard]] bool runs_on_host(const session::Snapshot& model);
[[nodiscard]] bool is_asking(const session::Snapshot& model);
// Shown in place of a recording while it is being made or while a question of the cue hides it.
[[nodiscard]] std::string no_recording_words(const session::Snapshot& model);
// The same, for a variant that may run on the host.
[[nodiscard]] std::string no_warps_words(const session::Snapshot& model);
// Empty if no such variant exists.
[[nodiscard]] std::string label_of(const session::Snapshot& model, std::size_t variant);

// Highlighted lanes: those of the window, the lane that the session has marked, and the lanes that access its cell.
[[nodiscard]] LaneMask marked_lanes(const session::Snapshot& model, LaneMask of_window);

} // namespace warpstage::views

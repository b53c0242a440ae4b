// What panels have in common: their ground, what stands in them while there is nothing to show, and which lanes stand out.
#pragma once

#include "app/draw/canvas.h"
#include "app/views/view.h"

#include <string>

namespace warpstage::views {

// A canvas with the panel's ground and border on it.
[[nodiscard]] Canvas panel_canvas(const Scope& scope);
// A panel whose values a question hides.
[[nodiscard]] DrawList hidden_panel(const Scope& scope, std::string_view title);

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

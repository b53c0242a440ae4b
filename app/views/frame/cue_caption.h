// What a cue says, at the foot of the scene, and what it hides while it asks.
#pragma once

#include "app/views/frame/panel.h"

#include <optional>
#include <string>

namespace warpstage::views {

// Height of the strip that the scene gives to the words, the same for all cues of the lesson so that the scene stays where it is;
// 0 before the first cue.
[[nodiscard]] float cue_caption_height(const session::Snapshot& snapshot, Rect scene, const Style& style);

// The question or the caption in a strip of that height. Nothing where the cue has no words now.
[[nodiscard]] std::optional<Panel> cue_caption(const session::Snapshot& snapshot, Rect strip, const Style& style);

// The snapshot without the numbers that the question is about: the chosen variant's times, what was recorded of it.
[[nodiscard]] session::Snapshot concealed(const session::Snapshot& snapshot);

// A panel whose numbers are still secret.
[[nodiscard]] Panel secret_panel(Rect rect, const std::string& title, const StageLayout& layout, const Style& style);

// The panel that the cue points at; nothing where it points at none or at one that has no room.
[[nodiscard]] std::optional<Rect> cue_target(const session::CueView& cue, const StageLayout& layout);

} // namespace warpstage::views

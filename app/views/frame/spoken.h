// What is shown, as text for screen readers.
#pragma once

#include "core/session/snapshot.h"

#include <string>

namespace warpstage::views {

// Lesson, variant, cue with its question, answers or caption, and the headline figure, which an open question hides.
[[nodiscard]] std::string spoken_words(const session::Snapshot& shown);

} // namespace warpstage::views

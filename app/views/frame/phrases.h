// Words of bars and panels in a few lines: what does not fit ends at a punctuation mark.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

// At most `max_lines` lines that fit into `width`. Words that do not fit end at the last punctuation mark before which they do.
// Empty: they fit nowhere.
[[nodiscard]] std::vector<std::string> wrap_phrases(
    std::string_view text, Face face, float size, float width, std::size_t max_lines);

} // namespace warpstage::views

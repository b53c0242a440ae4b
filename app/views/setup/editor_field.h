// A line of text that is being edited, drawn in a frame.
#pragma once

#include "app/draw/canvas.h"
#include "app/views/setup/editor_line.h"

#include <cstdint>
#include <string>

namespace warpstage::views {

enum class Caret : std::uint8_t { shown, hidden };

// If the text is longer than the field, the part around the caret is shown. `hint`: in the place of an empty text. The caret is
// hidden while the whole text is selected, or as requested in a field that is not being edited.
void draw_editor_field(
    draw::Canvas& canvas, const EditorLine& line, const std::string& hint, draw::Rect field, Caret caret = Caret::shown);

} // namespace warpstage::views

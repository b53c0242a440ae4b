// The speaker's notes of a lesson as a sheet over the stage, a page at a time.
#pragma once

#include "app/draw/style.h"
#include "app/views/drawing.h"

#include <cstddef>
#include <string>

namespace warpstage::views {

struct NotesSheet {
    DrawList picture;
    std::size_t pages = 1;
};

// `page` counts from 0; one that is not there is the last. The sheet is as large as it has to be and stands in the middle.
[[nodiscard]] NotesSheet notes_sheet(const std::string& notes, std::size_t page, Size window, const Style& style);

} // namespace warpstage::views

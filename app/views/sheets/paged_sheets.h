// Sheets over the stage, divided into pages if the text is long. `page` counts from 0; a larger number shows the last page. They
// are as large as necessary and centered.
#pragma once

#include "app/views/drawing.h"
#include "app/views/sheets/keys.h"

namespace warpstage::views {

struct PagedSheet {
    DrawList picture;
    std::size_t pages = 1;
};

// The keys of the stage.
[[nodiscard]] PagedSheet help_sheet(const std::vector<KeyWords>& keys, std::size_t page, Size window, const Style& style);
// The speaker's notes of a lesson.
[[nodiscard]] PagedSheet notes_sheet(const std::string& notes, std::size_t page, Size window, const Style& style);

} // namespace warpstage::views

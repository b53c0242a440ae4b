// The speaker's notes of a lesson as a sheet over the stage, a page at a time.
#pragma once

#include "app/views/frame/panel.h"

#include <cstddef>
#include <string>

namespace warpstage::views {

struct NotesSheet {
    Panel panel;
    std::size_t pages = 1;
};

// `page` counts from 0; one that is not there is the last.
[[nodiscard]] NotesSheet notes_sheet(const std::string& notes, std::size_t page, Size window, const Style& style);

} // namespace warpstage::views

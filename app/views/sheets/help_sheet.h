// The keys of the stage as a sheet, a page at a time where letters are large.
#pragma once

#include "app/views/frame/panel.h"

#include <cstddef>

namespace warpstage::views {

struct HelpSheet {
    Panel panel;
    std::size_t pages = 1;
};

// `page` counts from 0; one that is not there is the last.
[[nodiscard]] HelpSheet help_sheet(std::size_t page, Size window, const Style& style);

} // namespace warpstage::views

// The keys of the stage as a sheet, one page at a time where the text is large.
#pragma once

#include "app/views/frame/panel.h"
#include "app/views/sheets/keys.h"

#include <cstddef>
#include <span>

namespace warpstage::views {

struct HelpSheet {
    Panel panel;
    std::size_t pages = 1;
};

// `page` counts from 0; one that is not there is the last.
[[nodiscard]] HelpSheet help_sheet(std::span<const KeyWords> keys, std::size_t page, Size window, const Style& style);

} // namespace warpstage::views

// The keys of the stage as a sheet, one page at a time where the text is large.
#pragma once

#include "app/draw/style.h"
#include "app/views/drawing.h"
#include "app/views/sheets/keys.h"

#include <cstddef>

namespace warpstage::views {

struct HelpSheet {
    DrawList picture;
    std::size_t pages = 1;
};

// `page` counts from 0; one that is not there is the last. The sheet is as large as it has to be and stands in the middle.
[[nodiscard]] HelpSheet help_sheet(const std::vector<KeyWords>& keys, std::size_t page, Size window, const Style& style);

} // namespace warpstage::views

// The keys of the stage in words: one table for the line at the bottom and for the help sheet.
#pragma once

#include <string_view>
#include <vector>

namespace warpstage::views {

struct KeyWords {
    std::string_view keys;
    std::string_view brief; // for the line at the bottom; empty: only on the sheet
    std::string_view meaning;
};

// In the order of the sheet; the words of views are those of their rows in the table of views.
[[nodiscard]] const std::vector<KeyWords>& all_keys();

} // namespace warpstage::views

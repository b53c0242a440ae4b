// A key of the stage in words, for the line at the bottom and for the help sheet.
#pragma once

#include <string_view>
#include <vector>

namespace warpstage::views {

struct KeyWords {
    std::string_view keys;
    std::string_view brief; // for the line at the bottom; empty: only on the sheet
    std::string_view meaning;
};

// What a window without keys has.
[[nodiscard]] inline const std::vector<KeyWords>& no_keys()
{
    static const std::vector<KeyWords> none;
    return none;
}

} // namespace warpstage::views

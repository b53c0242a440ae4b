// A link as a QR code, large enough for the last row of a hall.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

struct FollowCode {
    std::string link;
    std::size_t side = 0; // modules in a row
    std::vector<bool> dark; // side x side modules, row by row

    bool operator==(const FollowCode&) const = default;
};

// Dark modules on white in every theme, because scanners expect that; the link beneath.
[[nodiscard]] DrawList follow_code_figure(const FollowCode& code, Size size, const Style& style);

} // namespace warpstage::views

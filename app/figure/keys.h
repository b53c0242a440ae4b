// The keys of the stage in words: one table for the line at the bottom and for the help sheet.
#pragma once

#include <array>
#include <string_view>

namespace warpstage::figure {

struct KeyWords {
    std::string_view keys;
    std::string_view brief; // for the line at the bottom; empty: only on the sheet
    std::string_view meaning;
};

inline constexpr std::array<KeyWords, 16> kKeys = { {
    { "1–9", "variant", "choose a variant" },
    { "Tab", "lesson", "next lesson, Shift back" },
    { "Space", "pause", "pause and go on" },
    { "?", "keys", "show and hide this list" },
    { "R", "restart", "start again" },
    { "G", "engine", "GPU or virtual machine" },
    { "F12", "picture", "save the picture" },
    { "H", "panels", "hide the panels" },
    { "← →", "access", "shared access to show" },
    { "↑ ↓", "warp", "warp to show" },
    { "PgUp PgDn", "", "previous, next variant" },
    { "+ −", "", "zoom in and out" },
    { "0", "", "camera as at the start" },
    { "drag", "", "move the camera" },
    { "F2", "", "the presenter's console" },
    { "F11", "full screen", "full screen and back" },
} };

} // namespace warpstage::figure

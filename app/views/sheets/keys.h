// The keys of the stage in words: one table for the line at the bottom and for the help sheet.
#pragma once

#include <array>
#include <string_view>

namespace warpstage::views {

struct KeyWords {
    std::string_view keys;
    std::string_view brief; // for the line at the bottom; empty: only on the sheet
    std::string_view meaning;
};

inline constexpr auto kKeys = std::to_array<KeyWords>({
    { "1–9", "variant", "choose a variant" },
    { "← →", "cue", "next cue, previous one" },
    { "Tab", "lesson", "next lesson, Shift back" },
    { "Space", "pause", "pause and go on" },
    { "?", "keys", "show and hide this list" },
    { "K", "play", "play the recorded run" },
    { "J L", "step", "step back, step forward" },
    { "A", "architecture", "whose rules, Shift back" },
    { "S", "compare", "beside another variant" },
    { "C", "counters", "hardware counters" },
    { "R", "restart", "start again" },
    { "G", "engine", "GPU or virtual machine" },
    { "F12", "picture", "save the picture" },
    { "H", "panels", "hide the panels" },
    { "O", "one picture", "one picture alone" },
    { "D", "number", "one number, large" },
    { "B .", "dark", "dark, any key back" },
    { "Ctrl + −", "letters", "larger, smaller letters" },
    { "Ctrl 0", "", "letters as usual" },
    { "T", "theme", "dark, light, high contrast" },
    { "I", "", "a dot of light" },
    { "W", "", "a highlighter, Esc wipes it" },
    { "N", "notes", "the speaker's notes" },
    { "PgDn PgUp", "", "the same, by a clicker" },
    { "↑ ↓", "warp", "warp to show" },
    { "Shift ← →", "access", "access to show" },
    { "U", "", "how far a step goes" },
    { "F", "", "faster, Shift slower" },
    { "Home End", "", "first and last step" },
    { "M", "", "cells of shared memory" },
    { "Z", "", "the whole kernel" },
    { "X", "", "PTX beside the source" },
    { "Enter", "", "type a parameter" },
    { "Shift F12", "", "save one figure" },
    { "Ctrl C", "", "copy the picture" },
    { "F9", "", "record a clip, end it" },
    { "Shift F1", "", "the tour of the first start" },
    { "P", "", "the published figures" },
    { "V", "", "next variant, Shift back" },
    { "+ −", "", "zoom in and out" },
    { "0", "", "camera as at the start" },
    { "drag", "", "move the camera" },
    { "right drag", "", "turn what is in space" },
    { "E", "", "other colours, Shift trails" },
    { "F2", "", "the presenter's console" },
    { "F3", "", "CPU time of each frame" },
    { "F11", "full screen", "full screen and back" },
});

} // namespace warpstage::views

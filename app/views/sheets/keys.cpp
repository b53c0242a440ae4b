#include "app/views/sheets/keys.h"

#include "app/views/view.h"

#include <array>

namespace warpstage::views {

namespace {

struct Row {
    std::string_view keys;
    std::string_view brief;
    std::string_view meaning;
    std::string_view view {}; // whose words stand here
};

constexpr auto kKeys = std::to_array<Row>({
    { "1–9", "variant", "choose a variant" },
    { "← →", "cue", "next cue, previous one" },
    { "Tab", "lesson", "next lesson, Shift back" },
    { "Space", "pause", "pause and go on" },
    { {}, {}, {}, "help" },
    { "K", "play", "play the recorded run" },
    { "J L", "step", "step back, step forward" },
    { "A", "architecture", "whose rules, Shift back" },
    { {}, {}, {}, "compare" },
    { {}, {}, {}, "counters" },
    { "R", "restart", "start again" },
    { "G", "engine", "GPU or virtual machine" },
    { "F12", "picture", "save the picture" },
    { "H", "panels", "hide the panels" },
    { "O", "one picture", "one picture alone" },
    { {}, {}, {}, "number" },
    { "B .", "dark", "dark, any key back" },
    { "Ctrl + −", "letters", "larger, smaller letters" },
    { "Ctrl 0", "", "letters as usual" },
    { "T", "theme", "dark, light, high contrast" },
    { "I", "", "a dot of light" },
    { "W", "", "a highlighter, Esc wipes it" },
    { {}, {}, {}, "notes" },
    { "PgDn PgUp", "", "the same, by a clicker" },
    { "↑ ↓", "warp", "warp to show" },
    { "Shift ← →", "access", "access to show" },
    { "U", "", "how far a step goes" },
    { "F", "", "faster, Shift slower" },
    { "Home End", "", "first and last step" },
    { {}, {}, {}, "memory" },
    { {}, {}, {}, "heat" },
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

} // namespace

const std::vector<KeyWords>& all_keys()
{
    static const std::vector<KeyWords> keys = [] {
        std::vector<KeyWords> all;
        for (const Row& row : kKeys) {
            if (row.view.empty()) {
                all.push_back({ row.keys, row.brief, row.meaning });
                continue;
            }
            const View& view = view_of(row.view);
            all.push_back({ view.keys, view.brief, view.help });
        }
        return all;
    }();
    return keys;
}

} // namespace warpstage::views

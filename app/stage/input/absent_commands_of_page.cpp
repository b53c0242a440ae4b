// A page has no second window, no clipboard for pictures, no files of the user and no GPU, and it does not publish.
#include "app/stage/input/absent_commands.h"

#include <array>

namespace warpstage::stage {

std::span<const std::string_view> absent_commands()
{
    static constexpr std::array<std::string_view, 11> kAbsent { "class", "clip", "console", "copy-figure", "copy-screenshot",
        "follow-code", "launch-form", "quit", "run-on-gpu", "switch-engine", "turn-into-lesson" };
    return kAbsent;
}

// The browser's own keys, and Tab, with which the user of a keyboard leaves the stage.
std::span<const std::string_view> keyless_commands()
{
    static constexpr std::array<std::string_view, 4> kKeyless { "choose-lesson", "next-lesson", "next-tab", "previous-lesson" };
    return kKeyless;
}

} // namespace warpstage::stage

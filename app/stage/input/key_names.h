// Keys as words, for scripts and the command line.
#pragma once

#include "app/stage/input/event.h"

#include <optional>
#include <string_view>
#include <vector>

namespace warpstage::stage {

// One character, or "Tab", "Space", "PageDown", "F12", …; "Shift+" and "Ctrl+" before it. Nothing for what is no key.
[[nodiscard]] std::optional<KeyPress> key_named(std::string_view name);

// What a keyboard reports when it is pressed: the key, and the character that it types.
[[nodiscard]] std::vector<Event> events_of(const KeyPress& press);

} // namespace warpstage::stage

// GLFW's keys as the stage knows them.
#pragma once

#include "app/stage/input/keys.h"

#include <optional>

namespace warpstage::stage {

// Keys that print nothing, and digits by their place: on some layouts the row of digits needs Shift.
[[nodiscard]] std::optional<Key> named_key(int key);
// Everything else by the character that the user's layout gives.
[[nodiscard]] Key printed_key(unsigned codepoint);
// With Control no character comes, so the key is asked for what is printed on it.
[[nodiscard]] std::optional<Key> chord_key(int key, int code);

} // namespace warpstage::stage

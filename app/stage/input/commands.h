// What an action asks of the session, given what is shown now.
#pragma once

#include "app/stage/input/keys.h"
#include "core/session/command.h"
#include "core/session/snapshot.h"

#include <optional>

namespace warpstage::stage {

// Nothing for an action that belongs to the window, and where there is nothing to go to (the last variant's next one: a remote
// control that is pressed once too often stays).
[[nodiscard]] std::optional<session::Command> command_for(const KeyBinding& binding, const session::Snapshot& shown);

} // namespace warpstage::stage

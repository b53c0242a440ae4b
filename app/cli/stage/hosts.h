// The hosts of the application in this program: windows with the presenter's console, and frames that a script controls.
#pragma once

#include "app/console/console.h"
#include "app/shell/application.h"
#include "app/shell/files/opener.h"
#include "app/stage/script/script.h"
#include "app/stage/stage.h"
#include "core/editing/live_editing.h"

#include <optional>
#include <string>
#include <vector>

namespace warpstage::cli {

// A key pressed before a frame is drawn, for screenshots and measurements from a script.
struct ScriptedKey {
    std::uint64_t frame = 0;
    std::string key; // a name that stage::key_named() accepts
};

// What is shown, and input that does not come from a window. All must outlive the host.
struct Hosted {
    shell::Application& application;
    stage::Stage& stage;
    shell::Opener& opener;
    stage::ScriptPlayer script;
    std::vector<ScriptedKey> keys;
};

// Whether what is still being computed after the last frame is waited for and drawn.
enum class Rest : std::uint8_t { computed, left };

// Draws `frames` frames, or frames until the script ends, and prints their rate. Off screen each frame advances time by 1/60 s,
// however long it takes. Refuses: errors of the script, options that do not fit the opened file.
void draw_frames(Hosted& hosted, std::optional<std::uint64_t> frames, shell::Pace pace, Rest rest);

// The stage alone until the console is opened; then the console's loop draws the frames until it is closed. Returns when the
// stage is closed. `console`: whether it is open at the beginning; nothing: if there is a second screen.
void run_windows(
    Hosted& hosted, editing::LiveEditing& editing, const console::ConsoleOptions& options, std::optional<bool> console);

} // namespace warpstage::cli

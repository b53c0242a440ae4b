// Session files that somebody names on the command line or drops onto the stage.
#pragma once

#include "core/lesson/catalog.h"
#include "core/session/command.h"
#include "core/session/recording/replay.h"

#include <filesystem>

namespace warpstage::cli {

// Errors: see session_file::load() and session_file::restore().
[[nodiscard]] Result<session::Replay> load_replay(const std::filesystem::path& path, const lesson::Catalog& catalog);

// Shows what a dropped file holds, or says why not: nobody who drops a file reads the terminal.
[[nodiscard]] session::Command command_of_dropped(const std::filesystem::path& path, const lesson::Catalog& catalog);

} // namespace warpstage::cli

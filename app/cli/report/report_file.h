// The handout of a lesson as a file.
#pragma once

#include "app/cli/command_line.h"

namespace warpstage::cli {

// All variants, as `warpstage report` writes them. Refuses: an unknown lesson, a file that cannot be written. Needs Qt for PDF:
// see Desktop.
void write_handout(const Common& common, const std::string& lesson, const std::filesystem::path& output);

} // namespace warpstage::cli

// What every variant computes, for a comparison of the web edition with the program: tests/web.
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace warpstage::web {

// Runs every variant of the chosen lessons (none: all) on the virtual machine and prints one line of JSON for each: the checksum
// of its buffers, the sentence of its check, and what a recorded block and the whole time step count. Returns whether all lessons
// of the folder could be loaded.
[[nodiscard]] bool print_parity(const std::filesystem::path& lessons, const std::set<std::string>& chosen);

} // namespace warpstage::web

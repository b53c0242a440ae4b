// `warpstage-desktop`, this program linked with Qt and GLFW: the command line starts it for windows, reports, PNG and PDF files,
// so that everything else works on a computer without these libraries.
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace warpstage::cli {

// WARPSTAGE_DESKTOP, else the program beside this one. Errors: it or a library that it is linked with is missing.
[[nodiscard]] Result<std::filesystem::path> desktop_program();

// Replaces this process by it, with the same arguments. Returns only an error.
[[nodiscard]] Error start_desktop_program(char** argv);

} // namespace warpstage::cli

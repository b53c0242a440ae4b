// The web edition with chosen lessons, as a folder for a web server.
#pragma once

#include "app/cli/assets.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace warpstage::cli {

struct WebSite {
    std::filesystem::path folder; // to write
    std::vector<std::string> lessons {}; // ids; empty: all
    std::filesystem::path session {}; // or capture, that the page opens first; empty: none
};

struct WrittenSite {
    std::size_t files = 0; // of lessons and the session
    std::uintmax_t bytes = 0; // of these
};

[[nodiscard]] bool has_web_edition(const Assets& assets);

// Files that exist in the folder are replaced. Refuses: no web edition is installed, an unknown lesson, an invalid session, too
// much data, a folder that cannot be written.
WrittenSite write_web_site(const Assets& assets, const WebSite& site);

} // namespace warpstage::cli

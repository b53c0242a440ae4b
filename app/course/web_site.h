// The web edition with chosen lessons, as a folder for a web server.
#pragma once

#include "core/base/result.h"
#include "core/lesson/catalog.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace warpstage::course {

struct WebSite {
    std::filesystem::path folder; // to write
    std::vector<std::string> lessons {}; // ids; empty: all
    std::filesystem::path session {}; // or capture, that the page opens first; empty: none
};

struct WrittenSite {
    std::size_t files = 0; // of lessons and the session
    std::uintmax_t bytes = 0; // of these
};

// `root`: the folder of the program's assets.
[[nodiscard]] bool has_web_edition(const std::filesystem::path& root);

// Files that exist in the folder are replaced. Errors: no web edition is installed, an unknown lesson, an invalid session, too
// much data, a folder that cannot be written.
[[nodiscard]] Result<WrittenSite> write_web_site(
    const std::filesystem::path& root, const lesson::Catalog& catalog, const WebSite& site);

} // namespace warpstage::course

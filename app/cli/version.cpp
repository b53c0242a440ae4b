#include "app/cli/version.h"

#include "app/console/libraries.h"
#include "app/stage/libraries.h"

#include <CLI/Version.hpp>
#include <commit.h> // made by cmake/commit.cmake
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warpstage::cli {

std::string program_version()
{
    return "warpstage " WARPSTAGE_VERSION;
}

std::string version_text()
{
    std::string text = fmt::format("{} (commit {})\n", program_version(), WARPSTAGE_COMMIT);
    for (const auto& library : console::library_versions())
        text += library + "\n";
    for (const auto& library : stage::library_versions())
        text += library + "\n";
    text += fmt::format("fmt {}.{}.{}\n", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100);
    text += fmt::format(
        "nlohmann-json {}.{}.{}\n", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH);
    text += "CLI11 " CLI11_VERSION;
    return text;
}

} // namespace warpstage::cli

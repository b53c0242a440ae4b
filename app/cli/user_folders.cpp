#include "app/cli/user_folders.h"

#include <cstdlib>

namespace warpstage::cli {

namespace {

std::filesystem::path named_by(const char* variable)
{
    // Read at the start, before any thread exists.
    const char* value = std::getenv(variable); // NOLINT(concurrency-mt-unsafe)
    return value == nullptr ? std::filesystem::path {} : std::filesystem::path { value };
}

std::filesystem::path folder_of(const char* variable, const char* below_home)
{
    const auto named = named_by(variable);
    return (named.is_absolute() ? named : named_by("HOME") / below_home) / "warpstage"; // relative ones are to be ignored
}

} // namespace

std::filesystem::path cache_folder()
{
    return folder_of("XDG_CACHE_HOME", ".cache");
}

std::filesystem::path settings_folder()
{
    return folder_of("XDG_CONFIG_HOME", ".config");
}

} // namespace warpstage::cli

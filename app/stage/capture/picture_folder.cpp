#include "app/stage/capture/picture_folder.h"

#include "app/stage/capture/figure_page.h"

#include <fmt/chrono.h>

namespace warpstage::stage {

namespace {

namespace fs = std::filesystem;

} // namespace

fs::path new_figure_stem(const fs::path& folder, std::span<const std::string> parts, std::span<const std::string_view> endings,
    std::chrono::system_clock::time_point now)
{
    const std::string stem =
        file_stem(parts) + fmt::format("-{:%Y%m%d-%H%M%S}", fmt::localtime(std::chrono::system_clock::to_time_t(now)));
    const auto taken = [&](const std::string& name) {
        std::error_code ignored;
        return std::any_of(endings.begin(), endings.end(),
            [&](std::string_view ending) { return fs::exists(folder / (name + std::string(ending)), ignored); });
    };
    std::string free = stem;
    for (int n = 2; taken(free); ++n)
        free = stem + "-" + std::to_string(n);
    return folder / free;
}

} // namespace warpstage::stage

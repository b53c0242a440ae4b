#include "app/stage/capture/picture_folder.h"

#include <fmt/chrono.h>

namespace warpstage::stage {

namespace {

namespace fs = std::filesystem;

// Ids come from lesson files, which are not trusted: they must not lead out of the folder.
std::string file_name_part(std::string_view id)
{
    std::string part(id.empty() ? "none" : id);
    for (char& c : part) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        if (!plain)
            c = '-';
    }
    return part;
}

} // namespace

fs::path new_figure_stem(const fs::path& folder, std::span<const std::string> parts, std::span<const std::string_view> endings,
    std::chrono::system_clock::time_point now)
{
    std::string stem = "warpstage";
    for (const std::string& part : parts)
        stem += "-" + file_name_part(part);
    stem += fmt::format("-{:%Y%m%d-%H%M%S}", fmt::localtime(std::chrono::system_clock::to_time_t(now)));
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

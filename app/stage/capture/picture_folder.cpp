#include "app/stage/capture/picture_folder.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <optional>

namespace warpstage::stage {

namespace {

namespace fs = std::filesystem;

std::optional<std::string> environment(const char* name)
{
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? std::optional<std::string>(value) : std::nullopt;
}

// The line XDG_PICTURES_DIR="$HOME/Bilder" of user-dirs.dirs, as xdg-user-dirs writes it.
std::optional<fs::path> configured(const fs::path& file, const std::string& home)
{
    constexpr std::string_view kKey = "XDG_PICTURES_DIR=\"";
    constexpr std::string_view kHome = "$HOME";
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        std::string_view rest = text::trim(line);
        if (!rest.starts_with(kKey))
            continue;
        rest.remove_prefix(kKey.size());
        rest = rest.substr(0, rest.find('"'));
        if (rest.starts_with(kHome))
            return fs::path(home + std::string(rest.substr(kHome.size())));
        if (rest.starts_with('/'))
            return fs::path(rest);
    }
    return std::nullopt;
}

// Ids come from lesson files, which anybody may write: nothing in them may lead out of the folder.
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

fs::path default_picture_folder()
{
    const std::string home = environment("HOME").value_or(".");
    if (const auto pictures = environment("XDG_PICTURES_DIR"))
        return fs::path(*pictures) / "warpstage";
    const fs::path config = environment("XDG_CONFIG_HOME").value_or(home + "/.config");
    return configured(config / "user-dirs.dirs", home).value_or(fs::path(home) / "Pictures") / "warpstage";
}

fs::path new_figure_stem(const fs::path& folder, std::span<const std::string> parts, std::span<const std::string_view> endings,
    std::chrono::system_clock::time_point now)
{
    const std::time_t time = std::chrono::system_clock::to_time_t(now);
    std::tm local {};
    localtime_r(&time, &local);
    std::array<char, 32> stamp {};
    std::strftime(stamp.data(), stamp.size(), "%Y%m%d-%H%M%S", &local);
    std::string stem = "warpstage";
    for (const std::string& part : parts)
        stem += "-" + file_name_part(part);
    stem += std::string("-") + stamp.data();
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

fs::path new_picture_path(
    const fs::path& folder, std::string_view lesson, std::string_view variant, std::chrono::system_clock::time_point now)
{
    const std::array<std::string, 2> parts { std::string(lesson), std::string(variant) };
    constexpr std::array<std::string_view, 1> kEnding { ".png" };
    return new_figure_stem(folder, parts, kEnding, now) += ".png";
}

std::string short_path(const fs::path& path)
{
    std::string text = path.string();
    const auto home = environment("HOME");
    if (home && text.starts_with(*home + "/"))
        return "~" + text.substr(home->size());
    return text;
}

} // namespace warpstage::stage

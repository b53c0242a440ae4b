#include "core/base/user_folders.h"

#include "core/base/text.h"
#include "core/base/whole_file.h"

#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string_view>

namespace warpstage {

namespace fs = std::filesystem;

namespace {

// The line XDG_PICTURES_DIR="$HOME/Bilder" of user-dirs.dirs, as xdg-user-dirs writes it.
std::optional<fs::path> configured(const fs::path& file, const std::string& home)
{
    constexpr std::string_view kKey = "XDG_PICTURES_DIR=\"";
    constexpr std::string_view kHome = "$HOME";
    const auto text = read_whole_file(file, kMaxSettingsBytes);
    if (!text)
        return std::nullopt;
    for (const auto line : text::split(*text, '\n')) {
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

} // namespace

std::optional<std::string> environment(const char* name)
{
    // The program never writes the environment.
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe)
    return value != nullptr && *value != '\0' ? std::optional<std::string>(value) : std::nullopt;
}

fs::path home_folder()
{
    if (const fs::path named = environment("HOME").value_or(""); named.is_absolute())
        return named;
    // Never the current folder: it could contain foreign lessons and settings.
    std::array<char, 4096> names {};
    passwd user {};
    passwd* found = nullptr;
    const bool known = ::getpwuid_r(::getuid(), &user, names.data(), names.size(), &found) == 0 && found != nullptr;
    const fs::path home = known ? user.pw_dir : "";
    return home.is_absolute() ? home : fs::path { "/nonexistent" };
}

fs::path user_folder(const char* variable, const char* below_home)
{
    const fs::path named = environment(variable).value_or("");
    // The specification requires ignoring relative paths.
    return (named.is_absolute() ? named : home_folder() / below_home) / "warpstage";
}

fs::path default_picture_folder()
{
    const std::string home = home_folder().string();
    if (const auto pictures = environment("XDG_PICTURES_DIR"))
        return fs::path(*pictures) / "warpstage";
    const fs::path config = environment("XDG_CONFIG_HOME").value_or(home + "/.config");
    return configured(config / "user-dirs.dirs", home).value_or(fs::path(home) / "Pictures") / "warpstage";
}

std::string short_path(const fs::path& path)
{
    std::string text = path.string();
    const auto home = environment("HOME");
    if (home && text.starts_with(*home + "/"))
        return "~" + text.substr(home->size());
    return text;
}

} // namespace warpstage

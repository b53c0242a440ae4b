#include "app/cli/assets.h"

#include "app/shell/files/captures.h"
#include "app/views/view.h"
#include "core/base/process/programs.h"
#include "core/base/text.h"
#include "core/base/user_folders.h"
#include "core/base/whole_file.h"
#include "core/base/words.h"

#include <system_error>

namespace warpstage::cli {

namespace {

std::filesystem::path user_data()
{
    return user_folder("XDG_DATA_HOME", ".local/share");
}

struct Places {
    std::filesystem::path root;
    std::vector<std::filesystem::path> lessons; // later ones replace earlier ones
};

std::string all_languages()
{
    std::vector<std::string> codes;
    for (const words::Language& language : words::languages())
        codes.emplace_back(language.code);
    return text::alternatives(codes);
}

Result<void> choose_language(const std::string& chosen, const std::filesystem::path& root)
{
    words::set_catalogs(root / "languages");
    if (chosen.empty())
        return {};
    const words::Language* language = words::find_language(chosen);
    if (language == nullptr)
        return Error { fmt::format("`--language` requires {}, not `{}`.", all_languages(), chosen) };
    if (!words::set_language(*language))
        return Error { fmt::format("Cannot read the message catalog `{}`. Reinstall warpstage.",
            (root / "languages" / (std::string { language->code } + ".mo")).string()) };
    return {};
}

Result<Places> find_places(const Common& common)
{
    std::vector<std::filesystem::path> candidates;
    if (!common.assets.empty()) {
        candidates.push_back(common.assets);
    } else if (const auto named = environment("WARPSTAGE_ASSETS")) {
        candidates.emplace_back(*named);
    } else {
        candidates = asset_folders();
    }

    std::vector<std::string> tried;
    std::error_code ignored;
    for (const auto& root : candidates) {
        std::vector<std::filesystem::path> lessons { root / "lessons" };
        if (!std::filesystem::is_directory(lessons.front(), ignored)) {
            tried.push_back(lessons.front().string());
            continue;
        }
        if (auto known = choose_language(common.language, root); !known)
            return known.error();
        if (auto own = user_data() / "lessons"; std::filesystem::is_directory(own, ignored))
            lessons.push_back(std::move(own));
        lessons.insert(lessons.end(), common.lessons.begin(), common.lessons.end());
        return Places { root, std::move(lessons) };
    }
    return Error { fmt::format(
        "No lessons found in {}. Pass the folder that contains `lessons` with `--assets`.", text::alternatives(tried)) };
}

} // namespace

Result<Assets> find_assets(const Common& common)
{
    const auto places = find_places(common);
    if (!places)
        return places.error();
    return Assets { places->root, places->root / "shaders",
        std::make_shared<const lesson::Catalog>(lesson::Catalog::load(places->lessons, views::cue_figures())), user_data() };
}

Result<lesson::PublishedFigures> published_figures(const Assets& assets)
{
    return lesson::PublishedFigures::load(assets.root / "published.toml");
}

std::shared_ptr<const lesson::Lesson> find_lesson(const Common& common, const std::string& id)
{
    if (shell::names_file(id))
        return or_refuse(shell::open_capture(id));
    return or_refuse(lesson::find_lesson(or_refuse(find_places(common)).lessons, id, views::cue_figures()));
}

std::filesystem::path cache_folder()
{
    return user_folder("XDG_CACHE_HOME", ".cache");
}

std::filesystem::path state_folder()
{
    return user_folder("XDG_STATE_HOME", ".local/state");
}

std::filesystem::path settings_folder()
{
    return user_folder("XDG_CONFIG_HOME", ".config");
}

std::string text_of(const std::filesystem::path& file)
{
    auto text = read_whole_file(file, kMaxTextBytes);
    if (!text)
        refuse(fmt::format("`{}` cannot be read: {}.", file.string(), text.error().message));
    return std::move(*text);
}

void write_file(const std::filesystem::path& file, std::string_view text)
{
    if (auto written = write_whole_file(file, text); !written)
        refuse(fmt::format("Cannot write `{}`: {}.", file.string(), written.error().message));
}

} // namespace warpstage::cli

#include "app/cli/course/exercise_choice.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::cli {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> shipped_folders(const Common& common)
{
    return exercise::exercise_folders(or_refuse(find_assets(common)).root / "exercises");
}

std::vector<std::string> ids_of(const std::vector<fs::path>& folders)
{
    std::vector<std::string> ids;
    for (const auto& folder : folders)
        ids.push_back(folder.filename().string());
    return ids;
}

} // namespace

exercise::Exercise find_exercise(const Common& common, const std::string& word)
{
    std::error_code ignored;
    if (word.find('/') != std::string::npos || fs::exists(fs::path { word } / exercise::kExerciseFile, ignored))
        return or_refuse(exercise::load_exercise(word));
    const auto folders = shipped_folders(common);
    const auto found = std::ranges::find(folders, word, [](const fs::path& folder) { return folder.filename().string(); });
    if (found != folders.end())
        return or_refuse(exercise::load_exercise(*found));
    const auto ids = ids_of(folders);
    const auto near = text::nearest(word, ids);
    refuse(near.empty()
            ? fmt::format("There is no exercise `{}`. Use {}, or the path of a folder.", word, text::alternatives(ids))
            : fmt::format("There is no exercise `{}`. Did you mean `{}`?", word, near));
}

std::vector<exercise::Exercise> chosen_exercises(const Common& common, const std::vector<std::string>& words)
{
    std::vector<exercise::Exercise> chosen;
    for (const auto& word : words)
        chosen.push_back(find_exercise(common, word));
    if (words.empty()) {
        for (const auto& folder : shipped_folders(common))
            chosen.push_back(or_refuse(exercise::load_exercise(folder)));
    }
    return chosen;
}

exercise::Exercise exercise_of_file(const Common& common, const fs::path& file)
{
    std::error_code ignored;
    const auto folder = fs::absolute(file, ignored).parent_path();
    if (!fs::exists(folder / exercise::kExerciseFile, ignored))
        refuse(fmt::format("The folder of `{}` has no {}. Name the exercise with `--exercise`: {}, or the path of its folder.",
            file.string(), exercise::kExerciseFile, text::alternatives(ids_of(shipped_folders(common)))));
    return or_refuse(exercise::load_exercise(folder));
}

} // namespace warpstage::cli

#include "core/exercise/exercise_choice.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::exercise {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> ids_of(const std::vector<fs::path>& folders)
{
    std::vector<std::string> ids;
    for (const auto& folder : folders)
        ids.push_back(folder.filename().string());
    return ids;
}

} // namespace

Result<Exercise> find_exercise(const fs::path& shipped, const std::string& word)
{
    std::error_code ignored;
    if (word.find('/') != std::string::npos || fs::exists(fs::path { word } / kExerciseFile, ignored))
        return load_exercise(word);
    const auto ids = ids_of(exercise_folders(shipped));
    if (std::ranges::find(ids, word) != ids.end())
        return load_exercise(shipped / word);
    const auto near = text::nearest(word, ids);
    return Error { near.empty()
            ? fmt::format("There is no exercise `{}`. Use {}, or the path of a folder.", word, text::alternatives(ids))
            : fmt::format("There is no exercise `{}`. Did you mean `{}`?", word, near) };
}

Result<std::vector<Exercise>> chosen_exercises(const fs::path& shipped, const std::vector<std::string>& words)
{
    std::vector<Exercise> chosen;
    for (const auto& word : words.empty() ? ids_of(exercise_folders(shipped)) : words) {
        auto found = words.empty() ? load_exercise(shipped / word) : find_exercise(shipped, word);
        if (!found)
            return found.error();
        chosen.push_back(*std::move(found));
    }
    return chosen;
}

Result<Exercise> exercise_of_file(const fs::path& shipped, const fs::path& file)
{
    std::error_code ignored;
    const auto folder = fs::absolute(file, ignored).parent_path();
    if (!fs::exists(folder / kExerciseFile, ignored))
        return Error { fmt::format(
            "The folder of `{}` has no {}. Name the exercise with `--exercise`: {}, or the path of its folder.", file.string(),
            kExerciseFile, text::alternatives(ids_of(exercise_folders(shipped)))) };
    return load_exercise(folder);
}

} // namespace warpstage::exercise

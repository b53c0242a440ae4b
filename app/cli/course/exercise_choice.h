// Exercises named on the command line.
#pragma once

#include "app/cli/assets.h"
#include "core/exercise/exercise.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpstage::cli {

// By the id of a shipped exercise or by a folder. Refuses: an unknown id, with the most similar one, and an invalid exercise.
[[nodiscard]] exercise::Exercise find_exercise(const Common& common, const std::string& word);

// All shipped ones if none is named.
[[nodiscard]] std::vector<exercise::Exercise> chosen_exercises(const Common& common, const std::vector<std::string>& words);

// The exercise in the folder of the file. Refuses: the folder is no exercise.
[[nodiscard]] exercise::Exercise exercise_of_file(const Common& common, const std::filesystem::path& file);

} // namespace warpstage::cli

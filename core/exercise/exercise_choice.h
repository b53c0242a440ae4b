// Exercises that a user names.
#pragma once

#include "core/exercise/exercise.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpstage::exercise {

// By the id of an exercise in the folder `shipped`, or by the path of a folder. Errors: an unknown id, with the most similar one,
// and an invalid exercise; also below.
[[nodiscard]] Result<Exercise> find_exercise(const std::filesystem::path& shipped, const std::string& word);

// All in `shipped` if none is named.
[[nodiscard]] Result<std::vector<Exercise>> chosen_exercises(
    const std::filesystem::path& shipped, const std::vector<std::string>& words);

// The exercise in the folder of the file. Errors: the folder is no exercise.
[[nodiscard]] Result<Exercise> exercise_of_file(const std::filesystem::path& shipped, const std::filesystem::path& file);

} // namespace warpstage::exercise

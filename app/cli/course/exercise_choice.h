// Exercises named on the command line, among the shipped ones and by folder.
#pragma once

#include "app/cli/assets.h"
#include "core/exercise/exercise_choice.h"

namespace warpstage::cli {

[[nodiscard]] inline std::filesystem::path shipped_exercises(const Common& common)
{
    return or_refuse(find_assets(common)).root / "exercises";
}

[[nodiscard]] inline std::vector<exercise::Exercise> chosen_exercises(const Common& common, const std::vector<std::string>& words)
{
    return or_refuse(exercise::chosen_exercises(shipped_exercises(common), words));
}

} // namespace warpstage::cli

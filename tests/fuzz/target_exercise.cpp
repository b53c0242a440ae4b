#include "core/exercise/exercise.h"
#include "tests/fuzz/lesson_files.h"
#include "tests/fuzz/targets.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

namespace warpstage::fuzz {

void exercise(std::string_view text)
{
    static const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / fmt::format("warpstage-fuzz-exercise-{}", getpid());
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    write_lesson_files(folder, text);
    static_cast<void>(exercise::load_exercise(folder));
    std::filesystem::remove_all(folder);
}

} // namespace warpstage::fuzz

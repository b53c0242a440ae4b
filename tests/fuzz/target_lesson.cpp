#include "core/lesson/catalog.h"
#include "tests/fuzz/lesson_files.h"
#include "tests/fuzz/targets.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <filesystem>

namespace warpstage::fuzz {

void lesson(std::string_view text)
{
    static const std::filesystem::path root = std::filesystem::temp_directory_path() / fmt::format("warpstage-fuzz-{}", getpid());
    const auto folder = root / "fuzzed";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    write_lesson_files(folder, text);
    const std::array roots { root };
    static_cast<void>(lesson::Catalog::load(roots));
    std::filesystem::remove_all(root);
}

} // namespace warpstage::fuzz

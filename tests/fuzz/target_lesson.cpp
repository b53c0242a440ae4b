#include "core/base/text.h"
#include "core/lesson/catalog.h"
#include "tests/fuzz/targets.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>

namespace warpstage::fuzz {

namespace {

constexpr std::string_view kMark = "=== ";

void write_files(const std::filesystem::path& folder, std::string_view text)
{
    std::ofstream file(folder / "lesson.toml", std::ios::binary);
    for (const std::string_view line : text::split(text, '\n')) {
        const std::string name(line.starts_with(kMark) ? line.substr(kMark.size()) : std::string_view {});
        const bool plain =
            !name.empty() && name.size() < 100 && name.find_first_of(std::string_view("/\0", 2)) == std::string::npos;
        if (plain && name != "." && name != "..")
            file = std::ofstream(folder / name, std::ios::binary);
        else
            file << line << '\n';
    }
}

} // namespace

void lesson(std::string_view text)
{
    static const std::filesystem::path root = std::filesystem::temp_directory_path() / fmt::format("warpstage-fuzz-{}", getpid());
    const auto folder = root / "fuzzed";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    write_files(folder, text);
    const std::array roots { root };
    static_cast<void>(lesson::Catalog::load(roots));
    std::filesystem::remove_all(root);
}

} // namespace warpstage::fuzz

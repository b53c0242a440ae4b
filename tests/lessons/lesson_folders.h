// The folders of the shipped lessons, for tests that read their claims.toml.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace warpstage::lessons {

inline const std::filesystem::path kLessons = std::filesystem::path(WARPSTAGE_SOURCE) / "assets/lessons";

inline std::vector<std::string> lesson_folders()
{
    std::vector<std::string> folders;
    for (const auto& entry : std::filesystem::directory_iterator(kLessons))
        if (entry.is_directory())
            folders.push_back(entry.path().filename().string());
    std::ranges::sort(folders);
    return folders;
}

// "divergence" for the folder "01-divergence": the part of a test's name.
inline std::string test_name_of(std::string folder)
{
    folder = folder.substr(3);
    std::ranges::replace(folder, '-', '_');
    return folder;
}

} // namespace warpstage::lessons

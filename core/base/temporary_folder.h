// Temporary folders for files that this process exchanges with other programs.
#pragma once

#include <filesystem>

namespace warpstage {

// Removed with its files by the destructor, or when this process ends in another way: killed, too. What remains nevertheless,
// because the computer stopped or everything was killed at once, is removed by the first temporary folder of the next process.
class TemporaryFolder {
public:
    TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; } // empty: it could not be created

private:
    std::filesystem::path m_path;
};

} // namespace warpstage

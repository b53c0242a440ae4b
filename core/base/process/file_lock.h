// Only one process at a time works on a file that is replaced as a whole.
#pragma once

#include <filesystem>

namespace warpstage {

// Locked from construction to destruction, also against other programs that use this class, by a file NAME.lock beside it, which
// is removed at the end. The lock ends with the process, however it ends.
class FileLock {
public:
    explicit FileLock(const std::filesystem::path& file);
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    ~FileLock();

    // False: another process has it. True if no lock file can be created: then the file cannot be written either.
    [[nodiscard]] bool held() const { return !m_taken; }

private:
    std::filesystem::path m_path;
    int m_descriptor = -1;
    bool m_taken = false;
};

} // namespace warpstage

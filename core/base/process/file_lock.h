// Only one process at a time works on a file that is replaced as a whole.
#pragma once

#include <filesystem>

namespace warpstage {

// Locks a file against other threads and processes that use this class, from construction to destruction. The lock is a file
// NAME.lock beside it, which the destructor removes. It also ends if the process is killed.
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

// A disk without space: no file of this process may be longer than a few bytes. Root can make such a disk only with a file system
// of its own, this works for everybody.
#pragma once

#include <sys/resource.h>

#include <csignal>

namespace warpstage {

inline constexpr const char* kFileTooLarge = "File too large"; // the reason of a failed write

class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes)
        : m_action(std::signal(SIGXFSZ, SIG_IGN))
    {
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit { bytes, m_before.rlim_max };
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;
    ~FileSizeLimit()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_action);
    }

private:
    rlimit m_before {};
    void (*m_action)(int);
};

} // namespace warpstage

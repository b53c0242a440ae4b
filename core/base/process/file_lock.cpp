#include "core/base/process/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace warpstage {

FileLock::FileLock(const std::filesystem::path& file)
    : m_path(file)
{
    m_path += ".lock";
    for (;;) {
        m_descriptor = open(m_path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (m_descriptor < 0)
            return;
        if (flock(m_descriptor, LOCK_EX | LOCK_NB) != 0) {
            m_taken = true;
            break;
        }
        struct stat status { };
        if (fstat(m_descriptor, &status) == 0 && status.st_nlink != 0)
            return;
        close(m_descriptor); // its last owner has removed it after it was opened here
    }
    close(m_descriptor);
    m_descriptor = -1;
}

FileLock::~FileLock()
{
    if (m_descriptor < 0)
        return;
    unlink(m_path.c_str());
    close(m_descriptor);
}

} // namespace warpstage

#include "core/base/temporary_folder.h"

#include "core/base/process/process.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace warpstage {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "warpstage-temporary-";
constexpr std::string_view kUnique = "XXXXXX"; // which mkdtemp() replaces

fs::path made_in(const fs::path& folder, std::string_view prefix)
{
    auto name = (folder / (std::string { prefix } + std::string { kUnique })).string();
    return mkdtemp(name.data()) == nullptr ? fs::path {} : fs::path { name };
}

// A folder of this user, locked by this process until the descriptor is closed. Nothing: another process uses it, or it does not
// exist.
std::optional<int> locked(const fs::path& folder)
{
    const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status { };
    if (descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0 && fstat(descriptor, &status) == 0
        && status.st_uid == geteuid() && status.st_nlink != 0)
        return descriptor;
    if (descriptor >= 0)
        close(descriptor);
    return std::nullopt;
}

void remove_files(const fs::path& folder)
{
    std::error_code ignored;
    fs::remove_all(folder, ignored);
}

// Folders of processes that have ended.
void remove_leftovers(const fs::path& folder)
{
    std::error_code failed;
    for (fs::directory_iterator entry { folder, failed }, end; !failed && entry != end; entry.increment(failed)) {
        if (entry->path().filename().string().starts_with(kPrefix)) {
            if (const auto descriptor = locked(entry->path())) {
                remove_files(entry->path());
                close(*descriptor);
            }
        }
    }
}

// Removes the folder when the descriptor that is returned, and all its copies, are closed: with this process. -1: it cannot be
// started.
int guard(const fs::path& folder)
{
    std::array<int, 2> ends { -1, -1 };
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return -1;
    // Programs that end at the same time may still write files.
    constexpr const char* kScript =
        "trap '' HUP INT TERM; read -r end; for i in 1 2 3; do rm -rf -- \"$0\" && break; sleep 0.2; done";
    const auto started = Process::start({ .program = "/bin/sh",
        .arguments = { "-c", kScript, folder.string() },
        .streams = { ends[0], kNullDevice, kNullDevice },
        .group = ProcessGroup::own,
        .ends_with = EndsWith::nothing });
    close(ends[0]);
    if (started)
        return ends[1];
    close(ends[1]);
    return -1;
}

// Contains all temporary folders of this process.
class ProcessFolder {
public:
    ProcessFolder()
    {
        std::error_code failed;
        const fs::path all = fs::temp_directory_path(failed);
        if (failed)
            return;
        remove_leftovers(all);
        // Another process may take it for a leftover before it is locked. A file system without locks is used without.
        for (int attempt = 0; attempt < 3 && !m_lock; ++attempt) {
            if (!m_path.empty())
                remove_files(m_path);
            m_path = made_in(all, kPrefix);
            m_lock = locked(m_path);
        }
        m_guard = m_path.empty() ? -1 : guard(m_path);
    }
    ProcessFolder(const ProcessFolder&) = delete;
    ProcessFolder& operator=(const ProcessFolder&) = delete;
    ~ProcessFolder()
    {
        if (!m_path.empty() && getpid() == m_owner)
            remove_files(m_path);
        if (m_guard >= 0)
            close(m_guard);
        if (m_lock)
            close(*m_lock);
    }

    [[nodiscard]] const fs::path& path() const { return m_path; }

private:
    fs::path m_path; // empty: it could not be created
    std::optional<int> m_lock;
    int m_guard = -1;
    pid_t m_owner = getpid();
};

} // namespace

TemporaryFolder::TemporaryFolder()
{
    static const ProcessFolder own;
    if (!own.path().empty())
        m_path = made_in(own.path(), "");
}

TemporaryFolder::~TemporaryFolder()
{
    if (!m_path.empty())
        remove_files(m_path);
}

} // namespace warpstage

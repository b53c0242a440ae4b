#include "core/base/process/confinement.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <limits>
#include <string_view>

namespace warpstage {

namespace {

// Rights of the first version of Landlock, which each later version knows.
constexpr std::uint64_t kReading = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t kWriting = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE
    | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK
    | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
constexpr std::uint64_t kOfFiles = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE;

// What compilers and their libraries need besides the files that are compiled. Not /usr/share: the solutions of exercises are
// there if the program is installed.
std::vector<std::filesystem::path> system_paths()
{
    std::vector<std::filesystem::path> paths { "/usr/bin", "/usr/include", "/usr/lib", "/usr/lib64", "/usr/libexec",
        "/usr/local/bin", "/usr/local/include", "/usr/local/lib", "/usr/local/lib64", "/lib", "/lib64", "/bin",
        "/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/dev/null", "/dev/urandom", "/sys/devices/system/cpu",
        "/proc/cpuinfo", "/proc/meminfo", "/proc/self" };
    std::error_code none; // a folder that cannot be read has no toolkits
    for (const auto& entry : std::filesystem::directory_iterator { "/usr/local", none })
        if (entry.path().filename().string().starts_with("cuda"))
            paths.push_back(entry.path());
    return paths;
}

Error failed(const char* what)
{
    return { fmt::format("{}: {}", what, std::strerror(errno)) };
}

class PathDescriptor {
public:
    explicit PathDescriptor(long number)
        : m_number(static_cast<int>(number))
    {
    }
    PathDescriptor(const PathDescriptor&) = delete;
    PathDescriptor& operator=(const PathDescriptor&) = delete;
    ~PathDescriptor()
    {
        if (m_number >= 0)
            close(m_number);
    }
    [[nodiscard]] int number() const { return m_number; }

private:
    int m_number;
};

bool permit(int rules, const std::filesystem::path& path, std::uint64_t rights)
{
    const PathDescriptor opened { open(path.c_str(), O_PATH | O_CLOEXEC) };
    if (opened.number() < 0)
        return true; // absent: nothing to permit
    std::error_code ignored;
    landlock_path_beneath_attr rule {};
    rule.allowed_access = std::filesystem::is_directory(path, ignored) ? rights : rights & kOfFiles;
    rule.parent_fd = opened.number();
    return syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
}

// Of private memory that can be written: what RLIMIT_DATA counts.
std::uint64_t allocated_bytes()
{
    std::ifstream file { "/proc/self/statm" };
    std::uint64_t pages = 0;
    for (int field = 0; field < 6; ++field) // size, resident, shared, text, lib, data
        file >> pages;
    return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

constexpr const char* kContainerVariable = "WARPSTAGE_CONFINED_BY_CONTAINER";

std::chrono::nanoseconds used_processor_time()
{
    timespec now {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return std::chrono::seconds { now.tv_sec } + std::chrono::nanoseconds { now.tv_nsec };
}

} // namespace

void limit_memory(std::uint64_t bytes)
{
    const rlimit data { allocated_bytes() + bytes, allocated_bytes() + bytes };
    static_cast<void>(setrlimit(RLIMIT_DATA, &data));
    const rlimit none { 0, 0 };
    static_cast<void>(setrlimit(RLIMIT_CORE, &none));
}

void limit_processor_time(std::chrono::seconds time)
{
    const auto seconds = static_cast<rlim_t>((time + std::chrono::ceil<std::chrono::seconds>(used_processor_time())).count());
    const rlimit limit { seconds, seconds };
    static_cast<void>(setrlimit(RLIMIT_CPU, &limit));
}

void limit_process(const ProcessLimits& limits)
{
    limit_memory(limits.memory);
    limit_processor_time(limits.processor_time);
    const rlimit none { 0, 0 };
    static_cast<void>(setrlimit(RLIMIT_FSIZE, &none));
}

bool can_confine()
{
    return syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION) > 0;
}

void trust_container()
{
    setenv(kContainerVariable, "1", 1);
}

bool confined_by_container()
{
    const char* const value = std::getenv(kContainerVariable);
    return value != nullptr && std::string_view { value } == "1";
}

Result<void> confine_to(const std::vector<std::filesystem::path>& readable, const std::vector<std::filesystem::path>& writable)
{
    if (!can_confine() && confined_by_container())
        return {};
    landlock_ruleset_attr handled {};
    handled.handled_access_fs = kReading | kWriting;
    const PathDescriptor rules { syscall(SYS_landlock_create_ruleset, &handled, sizeof(handled.handled_access_fs), 0) };
    if (rules.number() < 0)
        return failed("landlock_create_ruleset");
    bool permitted = permit(rules.number(), "/dev/null", kReading | LANDLOCK_ACCESS_FS_WRITE_FILE);
    for (const auto& path : system_paths())
        permitted = permitted && permit(rules.number(), path, kReading);
    for (const auto& path : readable)
        permitted = permitted && permit(rules.number(), path, kReading);
    for (const auto& path : writable)
        permitted = permitted && permit(rules.number(), path, kReading | kWriting);
    if (!permitted)
        return failed("landlock_add_rule");
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(SYS_landlock_restrict_self, rules.number(), 0) != 0)
        return failed("landlock_restrict_self");
    return {};
}

} // namespace warpstage

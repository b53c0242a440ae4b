#include "core/base/whole_file.h"

#include "core/base/links.h"
#include "core/base/number.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <optional>
#include <random>
#include <system_error>
#include <utility>

namespace warpstage {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUnfinished = ".part";

Error reason(int number)
{
    return Error { std::system_category().message(number) };
}

class Descriptor {
public:
    explicit Descriptor(int number)
        : m_number(number)
    {
    }
    Descriptor(Descriptor&& other) noexcept
        : m_number(std::exchange(other.m_number, -1))
    {
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    Descriptor& operator=(Descriptor&&) = delete;
    ~Descriptor()
    {
        if (m_number >= 0)
            ::close(m_number);
    }

    [[nodiscard]] bool open() const { return m_number >= 0; }
    [[nodiscard]] int number() const { return m_number; }
    // Whether the last bytes reached the file: a full disk may be reported only here.
    [[nodiscard]] bool close() { return ::close(std::exchange(m_number, -1)) == 0; }

private:
    int m_number;
};

template <typename... Mode> Descriptor open_file(const fs::path& path, int flags, Mode... mode)
{
    return Descriptor { ::open(path.c_str(), flags | O_CLOEXEC, mode...) }; // NOLINT(cppcoreguidelines-pro-type-vararg)
}

Result<void> write_bytes(const Descriptor& file, std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto written = ::write(file.number(), bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR)
            return reason(errno);
        bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
    return {};
}

// A device or a pipe. The flag O_NONBLOCK only while it is opened: a pipe without a reader is refused instead of waited for.
Result<void> write_stream(const fs::path& path, std::string_view bytes)
{
    auto file = open_file(path, O_WRONLY | O_NOCTTY | O_NONBLOCK);
    if (!file.open())
        return errno == ENXIO ? Error { "No program reads this pipe" } : reason(errno);
    ::fcntl(file.number(), F_SETFL, 0); // NOLINT(cppcoreguidelines-pro-type-vararg)
    if (auto written = write_bytes(file, bytes); !written)
        return written;
    return file.close() ? Result<void> {} : Result<void> { reason(errno) };
}

// "banks.svg" gives ".banks.svg.1234-5f3c9a21.part".
fs::path unfinished_name(const fs::path& target)
{
    static std::atomic<unsigned> serial { std::random_device {}() };
    // The longest name of a file has 255 bytes.
    const std::string name = target.filename().string().substr(0, 200);
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path { "." };
    return folder / fmt::format(".{}.{}-{:08x}{}", name, ::getpid(), serial++, kUnfinished);
}

// A file without a name, or none where the file system has no such files.
Descriptor open_nameless(const fs::path& folder)
{
#ifdef O_TMPFILE
    return open_file(folder, O_TMPFILE | O_WRONLY, 0666);
#else
    errno = EOPNOTSUPP;
    return Descriptor { -1 };
#endif
}

// Gives a nameless file its name.
bool link_nameless(const Descriptor& file, const fs::path& name)
{
    const auto from = fmt::format("/proc/self/fd/{}", file.number());
    return ::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

// Whether the file system, or the kernel, cannot do that: any other reason would also be one for a file with a name.
bool is_unsupported(int number)
{
    constexpr std::array kReasons { EOPNOTSUPP, EISDIR, EINVAL, ENOSYS, EPERM, EXDEV };
    return std::ranges::find(kReasons, number) != kReasons.end();
}

// All but the name of the file.
Result<void> fill(const Descriptor& file, const std::optional<struct stat>& existing, std::string_view bytes)
{
    if (auto written = write_bytes(file, bytes); !written)
        return written;
    if (existing) {
        // Owner before mode: a change of the owner clears set-user-ID bits. Only root may change the owner.
        static_cast<void>(::fchown(file.number(), existing->st_uid, existing->st_gid));
        static_cast<void>(::fchmod(file.number(), existing->st_mode & 07777));
    }
    if (::fsync(file.number()) != 0 && errno != EINVAL && errno != EROFS)
        return reason(errno);
    return {};
}

// The complete file under its temporary name. If possible it has the name only when it is complete, so that a killed program
// leaves nothing.
Result<void> write_unfinished(const fs::path& unfinished, const std::optional<struct stat>& existing, std::string_view bytes)
{
    if (auto file = open_nameless(unfinished.parent_path()); file.open()) {
        if (auto filled = fill(file, existing, bytes); !filled)
            return filled;
        if (link_nameless(file, unfinished))
            return file.close() ? Result<void> {} : Result<void> { reason(errno) };
        // Without /proc the file has no path from which it could be linked.
        if (!is_unsupported(errno) && errno != ENOENT)
            return reason(errno);
    } else if (!is_unsupported(errno))
        return reason(errno);
    auto file = open_file(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0666);
    if (!file.open())
        return reason(errno);
    if (auto filled = fill(file, existing, bytes); !filled)
        return filled;
    return file.close() ? Result<void> {} : Result<void> { reason(errno) };
}

Result<void> replace_file(const fs::path& target, const std::optional<struct stat>& existing, std::string_view bytes)
{
    const fs::path unfinished = unfinished_name(target);
    auto written = write_unfinished(unfinished, existing, bytes);
    if (written && ::rename(unfinished.c_str(), target.c_str()) != 0)
        written = reason(errno);
    if (!written) {
        ::unlink(unfinished.c_str());
        return written;
    }
    // The name of the file is part of the folder.
    if (const auto folder = open_file(unfinished.parent_path(), O_RDONLY | O_DIRECTORY); folder.open())
        static_cast<void>(::fsync(folder.number()));
    return {};
}

// The process in ".name.1234-5f3c9a21.part".
std::optional<pid_t> writer_of(std::string_view name)
{
    if (!name.starts_with('.') || !name.ends_with(kUnfinished))
        return std::nullopt;
    name.remove_suffix(kUnfinished.size());
    const auto dash = name.rfind('-');
    const auto dot = name.rfind('.', dash);
    if (dash == std::string_view::npos || dot == std::string_view::npos)
        return std::nullopt;
    return number_in<pid_t>(name.substr(dot + 1, dash - dot - 1));
}

} // namespace

// weakly_canonical() does not follow links whose file does not exist yet.
std::optional<fs::path> without_links(fs::path path)
{
    constexpr int kMaxLinks = 40; // as in Linux
    for (int links = 0; links < kMaxLinks; ++links) {
        std::error_code failed;
        const fs::path whole = fs::weakly_canonical(path, failed);
        if (failed)
            return std::nullopt;
        fs::path above;
        auto part = whole.begin();
        while (part != whole.end() && !fs::is_symlink(above / *part, failed))
            above /= *part++;
        if (part == whole.end())
            return whole;
        path = above / fs::read_symlink(above / *part, failed);
        while (++part != whole.end())
            path /= *part;
    }
    return std::nullopt;
}

Result<std::string> read_whole_file(const fs::path& path, std::uint64_t max_bytes)
{
    if (path.empty())
        return Error { "The name is empty" };
    // A pipe without a writer would be waited for.
    const auto file = open_file(path, O_RDONLY | O_NOCTTY | O_NONBLOCK);
    if (!file.open())
        return reason(errno);
    struct stat status { };
    if (::fstat(file.number(), &status) != 0)
        return reason(errno);
    if (S_ISDIR(status.st_mode))
        return reason(EISDIR);
    if (!S_ISREG(status.st_mode))
        return Error { "Not a regular file" };
    const auto too_large = [&] {
        constexpr std::uint64_t kMebibyte = 1 << 20;
        return max_bytes < kMebibyte ? Error { fmt::format("Larger than the limit of {} KiB", max_bytes >> 10) }
                                     : Error { fmt::format("Larger than the limit of {} MiB", max_bytes >> 20) };
    };
    if (static_cast<std::uint64_t>(status.st_size) > max_bytes)
        return too_large();
    std::string bytes;
    bytes.reserve(static_cast<std::size_t>(status.st_size) + 1);
    // Files of /proc state a size of 0.
    std::array<char, 1 << 16> part {};
    for (;;) {
        const auto count = ::read(file.number(), part.data(), part.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return reason(errno);
        if (count == 0)
            return bytes;
        if (bytes.size() + static_cast<std::size_t>(count) > max_bytes)
            return too_large();
        bytes.append(part.data(), static_cast<std::size_t>(count));
    }
}

bool is_below(const fs::path& path, const fs::path& folder)
{
    const auto whole = without_links(path);
    const auto above = without_links(folder);
    return whole && above && std::ranges::mismatch(*whole, *above).in2 == above->end();
}

Result<void> write_whole_file(const fs::path& path, std::string_view bytes)
{
    struct stat status { };
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode))
        return reason(EISDIR);
    if (exists && !S_ISREG(status.st_mode))
        return write_stream(path, bytes);
    return replace_file(without_links(path).value_or(path), exists ? std::optional { status } : std::nullopt, bytes);
}

void remove_abandoned_files(const fs::path& folder)
{
    std::error_code failed;
    for (fs::directory_iterator at { folder, failed }, end; !failed && at != end; at.increment(failed)) {
        const auto writer = writer_of(at->path().filename().string());
        std::error_code ignored;
        if (writer && *writer > 0 && ::kill(*writer, 0) != 0 && errno == ESRCH
            && fs::is_regular_file(at->symlink_status(ignored)))
            fs::remove(at->path(), ignored);
    }
}

} // namespace warpstage

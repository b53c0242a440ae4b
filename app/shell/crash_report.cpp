#include "app/shell/crash_report.h"

#include <execinfo.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <string_view>
#include <system_error>

namespace warpstage::shell {

namespace {

constexpr std::array kCrashes { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };

// Everything that a signal handler needs is prepared: it may not allocate memory.
struct CrashReport {
    std::array<char, 4096> file {}; // empty: no report is written
    std::array<char, 4096> session {}; // exists if the console has saved the session; empty: unknown
    std::array<char, 256> heading {};
    std::array<char, 64 << 10> stack {}; // of the handler: a stack overflow is a crash, too
};

CrashReport& crash_report()
{
    static CrashReport report;
    return report;
}

template <std::size_t size> void keep(std::array<char, size>& text, const std::string& words)
{
    if (words.size() < size)
        std::copy_n(words.c_str(), words.size() + 1, text.begin());
}

void write_words(int file, const char* words)
{
    static_cast<void>(!::write(file, words, std::strlen(words)));
}

void on_crash(int number)
{
    // A crash in here ends the process.
    for (const int crash : kCrashes)
        static_cast<void>(std::signal(crash, SIG_DFL));
    const CrashReport& report = crash_report();
    const int file = report.file.front() == '\0'
        ? -1
        : ::open(report.file.data(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
            0600); // NOLINT(cppcoreguidelines-pro-type-vararg)
    if (file >= 0) {
        std::array<void*, 64> frames {};
        const int count = ::backtrace(frames.data(), static_cast<int>(frames.size()));
        write_words(file, report.heading.data());
        write_words(file, ::sigabbrev_np(number));
        write_words(file, "\n");
        ::backtrace_symbols_fd(frames.data(), count, file);
        ::close(file);
    }
    write_words(STDERR_FILENO, "warpstage: The program crashed.");
    if (report.session.front() != '\0' && ::access(report.session.data(), F_OK) == 0)
        write_words(STDERR_FILENO, " The console offers the session that it saved last when you open it again.");
    write_words(STDERR_FILENO, "\n");
    if (file >= 0) {
        write_words(STDERR_FILENO, "Please report it with the output of `warpstage doctor` and the file ");
        write_words(STDERR_FILENO, report.file.data());
        write_words(STDERR_FILENO, "\n");
    }
    static_cast<void>(::raise(number));
}

} // namespace

void report_crashes(const std::filesystem::path& folder, const std::string& version)
{
    CrashReport& report = crash_report();
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (!folder.empty() && !failed)
        keep(report.file, (folder / fmt::format("crash-{}.txt", ::getpid())).string());
    keep(report.heading, fmt::format("{}\nsignal: ", version));
    std::array<void*, 1> first {};
    static_cast<void>(::backtrace(first.data(), 1)); // loads what it needs, which the handler may not do

    stack_t stack {};
    stack.ss_sp = report.stack.data();
    stack.ss_size = report.stack.size();
    ::sigaltstack(&stack, nullptr);
    struct sigaction action { };
    action.sa_handler = on_crash;
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    for (const int crash : kCrashes)
        ::sigaction(crash, &action, nullptr);
}

void name_saved_session(const std::filesystem::path& file)
{
    keep(crash_report().session, file.string());
}

} // namespace warpstage::shell

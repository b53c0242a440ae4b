#include "app/cli/exec/program_process.h"

#include "app/cli/standard_streams.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace warpstage::cli {

namespace {

constexpr std::chrono::milliseconds kTick { 20 };
constexpr int kTicksBetweenCalls = 10;

std::vector<std::string> environment_of(const ProgramCommand& command)
{
    auto added = command.environment;
    if (!command.libraries.empty()) {
        const char* before = std::getenv("LD_LIBRARY_PATH");
        const std::string rest = before == nullptr || *before == '\0' ? "" : std::string { ":" } + before;
        added.emplace_back("LD_LIBRARY_PATH", command.libraries.string() + rest);
    }
    std::vector<std::string> result;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        const bool replaced =
            std::ranges::any_of(added, [&](const auto& variable) { return text.starts_with(variable.first + '='); });
        if (!replaced)
            result.push_back(text);
    }
    for (const auto& [name, value] : added)
        result.push_back(name + '=' + value);
    return result;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

// Signals from the terminal are for the program while it runs.
class IgnoredInterrupt {
public:
    IgnoredInterrupt()
        : m_before(std::signal(SIGINT, SIG_IGN))
    {
    }
    IgnoredInterrupt(const IgnoredInterrupt&) = delete;
    IgnoredInterrupt& operator=(const IgnoredInterrupt&) = delete;
    ~IgnoredInterrupt() { std::signal(SIGINT, m_before); }

private:
    void (*m_before)(int);
};

} // namespace

Result<ProgramEnd> run_in_terminal(const ProgramCommand& command, const std::function<void()>& tick)
{
    std::vector<std::string> words { command.program.string() };
    words.insert(words.end(), command.arguments.begin(), command.arguments.end());
    std::vector<std::string> variables = environment_of(command);
    const IgnoredInterrupt ignored;
    posix_spawnattr_t attributes {};
    sigset_t defaults {};
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGINT);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    pid_t process = 0;
    const int error = posix_spawnp(
        &process, words.front().c_str(), nullptr, &attributes, pointers_to(words).data(), pointers_to(variables).data());
    posix_spawnattr_destroy(&attributes);
    if (error != 0)
        return Error { fmt::format("Cannot start `{}`: {}.", words.front(), std::strerror(error)) };
    int status = 0;
    for (int ticks = 1; waitpid(process, &status, WNOHANG) == 0; ++ticks) {
        std::this_thread::sleep_for(kTick);
        if (ticks % kTicksBetweenCalls == 0)
            tick();
    }
    constexpr int kSignalBase = 128;
    if (!WIFSIGNALED(status))
        return ProgramEnd { WEXITSTATUS(status), 0 };
    return ProgramEnd { kSignalBase + WTERMSIG(status), WTERMSIG(status) };
}

void report_signal(const ProgramEnd& end, const std::filesystem::path& program)
{
    if (end.signal == 0 || end.signal == SIGINT || end.signal == SIGPIPE)
        return;
    const std::string_view hint =
        end.signal == SIGKILL ? " This happens when the memory of the computer is full: choose a smaller input." : "";
    warn(fmt::format("Signal {} ({}) ended `{}`.{}", end.signal, strsignal(end.signal), program.filename().string(), hint));
}

} // namespace warpstage::cli

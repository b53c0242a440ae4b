#include "core/base/process/process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

extern char** environ;

namespace warpstage {

namespace {

constexpr int kSignalBase = 128;

// What a child needs between fork() and exec(), where it may neither allocate memory nor lock.
struct Prepared {
    explicit Prepared(const ProcessStart& start)
        : words { start.program }
    {
        words.insert(words.end(), start.arguments.begin(), start.arguments.end());
        for (char** entry = environ; *entry != nullptr; ++entry) {
            const std::string_view text = *entry;
            const bool replaced = std::ranges::any_of(start.environment, [&](const auto& variable) {
                return text.starts_with(variable.first) && text.substr(variable.first.size()).starts_with('=');
            });
            if (!replaced)
                variables.emplace_back(text);
        }
        for (const auto& [name, value] : start.environment)
            variables.push_back(name + '=' + value);
    }

    std::vector<std::string> words;
    std::vector<std::string> variables;
};

std::vector<char*> pointers_to(std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

bool set_stream(int stream, int wanted)
{
    if (wanted == kSameStream)
        return true;
    const int opened = wanted == kNullDevice ? open("/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY) : wanted;
    if (opened < 0)
        return false;
    if (opened == stream) // it stays open in the program
        return fcntl(stream, F_SETFD, 0) == 0;
    const bool set = dup2(opened, stream) == stream;
    if (wanted == kNullDevice)
        close(opened);
    return set;
}

// In the child. Returns only on failure.
void become(const ProcessStart& start, char* const* words, char* const* variables, pid_t parent)
{
    if (start.group == ProcessGroup::own && setpgid(0, 0) != 0)
        return;
    if (start.ends_with == EndsWith::thread) {
        if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
            return;
        if (getppid() != parent) // it has ended before
            _exit(kSignalBase + SIGKILL);
    }
    if (!set_stream(STDIN_FILENO, start.streams.input) || !set_stream(STDOUT_FILENO, start.streams.output)
        || !set_stream(STDERR_FILENO, start.streams.errors))
        return;
    sigset_t none {};
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    execvpe(words[0], words, variables);
}

} // namespace

std::string start_failure(int error)
{
    if (error == EAGAIN)
        return "the limit of processes and threads is reached (`ulimit -u`)";
    if (error == ENOMEM)
        return "the memory of this computer or the limit of memory (`ulimit -v`) is exhausted";
    return std::generic_category().message(error);
}

Result<Process> Process::start(const ProcessStart& start)
{
    Prepared prepared { start };
    const auto words = pointers_to(prepared.words);
    const auto variables = pointers_to(prepared.variables);
    std::array<int, 2> report { -1, -1 }; // closed by exec; carries the error if it fails
    if (pipe2(report.data(), O_CLOEXEC) != 0)
        return Error { start_failure(errno) };
    const pid_t parent = getpid();
    sigset_t all {};
    sigset_t signals {};
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &signals); // no handler of this process runs in the child
    const pid_t id = _Fork(); // without the handlers of pthread_atfork(), which other libraries register
    if (id == 0) {
        become(start, words.data(), variables.data(), parent);
        const int error = errno;
        static_cast<void>(!write(report[1], &error, sizeof(error)));
        _exit(kSignalBase - 1);
    }
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &signals, nullptr);
    close(report[1]);
    ssize_t count = -1;
    while (id > 0 && (count = read(report[0], &error, sizeof(error))) < 0 && errno == EINTR) { }
    const bool started = id > 0 && count == 0;
    close(report[0]);
    if (started)
        return Process { id, start };
    if (id > 0)
        waitpid(id, nullptr, 0);
    return Error { start_failure(error) };
}

Process::Process(pid_t id, const ProcessStart& start)
    : m_id(id)
    , m_group(start.group)
    , m_ends_with(start.ends_with)
{
}

Process::Process(Process&& other) noexcept
    : m_id(std::exchange(other.m_id, 0))
    , m_group(other.m_group)
    , m_ends_with(other.m_ends_with)
    , m_end(other.m_end)
{
}

Process& Process::operator=(Process&& other) noexcept
{
    if (this != &other) {
        if (m_ends_with != EndsWith::nothing)
            end();
        m_id = std::exchange(other.m_id, 0);
        m_group = other.m_group;
        m_ends_with = other.m_ends_with;
        m_end = other.m_end;
    }
    return *this;
}

Process::~Process()
{
    if (m_ends_with != EndsWith::nothing)
        end();
}

std::optional<ProcessEnd> Process::ended()
{
    if (m_id == 0)
        return m_end;
    siginfo_t info {};
    if (waitid(P_PID, static_cast<id_t>(m_id), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0)
        return std::nullopt;
    return wait();
}

ProcessEnd Process::wait()
{
    if (m_id == 0)
        return m_end;
    siginfo_t info {};
    while (waitid(P_PID, static_cast<id_t>(m_id), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) { }
    if (m_group == ProcessGroup::own)
        kill(-m_id, SIGKILL); // the programs that it has left behind; the number is not used again before it is reaped
    int status = 0;
    while (waitpid(m_id, &status, 0) < 0 && errno == EINTR) { }
    m_id = 0;
    m_end = WIFSIGNALED(status) ? ProcessEnd { kSignalBase + WTERMSIG(status), WTERMSIG(status) }
                                : ProcessEnd { WEXITSTATUS(status), 0 };
    return m_end;
}

void Process::end()
{
    if (m_id == 0)
        return;
    kill(m_group == ProcessGroup::own ? -m_id : m_id, SIGKILL);
    wait();
}

} // namespace warpstage

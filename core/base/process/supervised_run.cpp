#include "core/base/process/supervised_run.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>

namespace warpstage {

namespace {

constexpr std::chrono::milliseconds kTick { 200 };
constexpr int kForward = SIGUSR1; // asks the supervisor to interrupt the program

// What the supervisor reports when the program has ended or has not started.
struct Report {
    ProcessEnd end;
    std::array<char, 256> error {}; // empty: the program was started
};

void tell(int to, const Report& report)
{
    static_cast<void>(send(to, &report, sizeof(report), MSG_NOSIGNAL)); // without a receiver there is nobody to tell
}

// Kills all programs below this process, which becomes the parent of those whose parent has ended.
void end_descendants()
{
    do {
        std::ifstream children { "/proc/thread-self/children" };
        if (!children)
            return; // a kernel without CONFIG_PROC_CHILDREN
        for (pid_t child = 0; children >> child;)
            kill(child, SIGKILL);
    } while (waitpid(-1, nullptr, 0) > 0 || errno == EINTR);
}

// The process between this one and the program, with all signals blocked. The end of its parent reaches it as SIGTERM.
[[noreturn]] void supervise(const ProcessStart& start, LeftBehind left_behind, pid_t parent, int parent_side)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    auto supervised = start;
    supervised.ends_with = EndsWith::thread;
    auto program = Process::start(supervised);
    if (!program) {
        Report report;
        program.error().message.copy(report.error.data(), report.error.size() - 1);
        tell(parent_side, report);
        _exit(1);
    }
    setpgid(0, 0); // a signal to the group of its parent does not end it
    sigset_t all {};
    sigfillset(&all);
    while (getppid() == parent) {
        if (const auto end = program->ended()) {
            if (left_behind == LeftBehind::ends)
                end_descendants();
            tell(parent_side, { *end, {} });
            // A signal that has ended the program and its parent may have reached the program first.
            if (char taken = 0; read(parent_side, &taken, 1) != 1)
                end_descendants();
            _exit(0);
        }
        siginfo_t signal {};
        if (sigwaitinfo(&all, &signal) == kForward)
            kill(program->id(), SIGINT);
    }
    program->end();
    end_descendants();
    _exit(0);
}

volatile std::sig_atomic_t running_supervisor = 0;
volatile std::sig_atomic_t interrupted = 0;

// Ctrl+C reaches the program by itself; a signal that was sent to this process alone is passed on.
extern "C" void pass_on_interrupt(int, siginfo_t* signal, void*)
{
    interrupted = 1;
    if (signal->si_code <= 0)
        kill(running_supervisor, kForward);
}

// While a program has the terminal, this process does not end with an interrupt.
class PassedInterrupt {
public:
    explicit PassedInterrupt(pid_t supervisor)
    {
        running_supervisor = supervisor;
        interrupted = 0;
        struct sigaction action { };
        action.sa_sigaction = pass_on_interrupt;
        action.sa_flags = SA_SIGINFO | SA_RESTART;
        sigaction(SIGINT, &action, &m_before);
    }
    PassedInterrupt(const PassedInterrupt&) = delete;
    PassedInterrupt& operator=(const PassedInterrupt&) = delete;
    ~PassedInterrupt() { sigaction(SIGINT, &m_before, nullptr); }

private:
    struct sigaction m_before { };
};

Result<SupervisedEnd> report_of(int supervisor, const std::function<void()>& tick)
{
    pollfd waiting { supervisor, POLLIN, 0 };
    while (poll(&waiting, 1, static_cast<int>(kTick.count())) <= 0)
        tick();
    Report report;
    if (read(supervisor, &report, sizeof(report)) != static_cast<ssize_t>(sizeof(report)))
        return Error { "its supervisor was killed" };
    static_cast<void>(send(supervisor, "", 1, MSG_NOSIGNAL)); // taken
    if (report.error.front() != '\0')
        return Error { report.error.data() };
    return SupervisedEnd { report.end, interrupted != 0 };
}

} // namespace

Result<SupervisedEnd> run_supervised(const ProcessStart& start, LeftBehind left_behind, const std::function<void()>& tick)
{
    std::array<int, 2> ends { -1, -1 };
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return Error { std::strerror(errno) };
    sigset_t all {};
    sigset_t signals {};
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &signals);
    const pid_t parent = getpid();
    const pid_t supervisor = fork();
    if (supervisor == 0) {
        close(ends[0]);
        supervise(start, left_behind, parent, ends[1]);
    }
    const int error = errno;
    const PassedInterrupt passed { supervisor };
    sigprocmask(SIG_SETMASK, &signals, nullptr);
    close(ends[1]);
    auto end = supervisor > 0 ? report_of(ends[0], tick) : Error { start_failure(error) };
    close(ends[0]);
    if (supervisor > 0)
        waitpid(supervisor, nullptr, 0);
    return end;
}

} // namespace warpstage

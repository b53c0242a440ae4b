// Programs that are started, supervised, and found; temporary folders.
#include "core/base/process/process.h"
#include "core/base/process/programs.h"
#include "core/base/process/supervised_run.h"
#include "core/base/temporary_folder.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>

namespace warpstage {
namespace {

using testing::HasSubstr;

ProcessStart in_shell(const std::string& words)
{
    return { .program = "sh", .arguments = { "-c", words } };
}

bool exists(pid_t process)
{
    return kill(process, 0) == 0;
}

// The number that a program writes to the file.
pid_t number_in(const std::filesystem::path& file)
{
    for (int attempt = 0; attempt < 1000; ++attempt) {
        if (pid_t number = 0; std::ifstream { file } >> number)
            return number;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return -1;
}

bool ends(pid_t process)
{
    for (int attempt = 0; attempt < 1000 && exists(process); ++attempt)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return !exists(process);
}

TEST(Process, ReturnsItsStatusAgainAndAgain)
{
    auto process = Process::start(in_shell("exit 7"));
    ASSERT_TRUE(process.ok()) << process.error().message;
    EXPECT_EQ(process->wait().status, 7);
    EXPECT_EQ(process->id(), 0);
    EXPECT_EQ(process->ended()->status, 7);
    auto killed = Process::start(in_shell("kill -SEGV $$"));
    ASSERT_TRUE(killed.ok());
    EXPECT_EQ(killed->wait().signal, SIGSEGV);
}

TEST(Process, TheEnvironmentIsAddedOrReplaced)
{
    auto start = in_shell("test \"$HOME\" = /here && test \"$WARPSTAGE_ADDED\" = 'a=b' && test -n \"$PATH\"");
    start.environment = { { "HOME", "/here" }, { "WARPSTAGE_ADDED", "a=b" } };
    auto process = Process::start(start);
    ASSERT_TRUE(process.ok());
    EXPECT_EQ(process->wait().status, 0);
}

TEST(Process, WithoutTheProgramTheReasonIsReturned)
{
    EXPECT_APPROVED(Process::start({ .program = "/nowhere/nvcc" }).error().message);
    EXPECT_EQ(Process::start({ .program = "/tmp" }).error().message, "Permission denied");
    EXPECT_APPROVED(Process::start({ .program = "warpstage-has-no-such-program" }).error().message);
}

TEST(Process, EndsWithItsOwnerAndItsGroupWithIt)
{
    const TemporaryFolder folder;
    const auto file = folder.path() / "id";
    pid_t leader = 0;
    pid_t child = 0;
    {
        auto start = in_shell("sleep 300 & echo $! >" + file.string() + "; wait");
        start.group = ProcessGroup::own;
        const auto process = Process::start(start);
        ASSERT_TRUE(process.ok());
        leader = process->id();
        child = number_in(file);
        EXPECT_TRUE(exists(child));
    }
    EXPECT_FALSE(exists(leader));
    EXPECT_TRUE(ends(child));
}

TEST(Process, ThatEndsWithNothingContinues)
{
    pid_t number = 0;
    {
        auto start = in_shell("exec sleep 300"); // a shell may start it as a child, which would stay
        start.ends_with = EndsWith::nothing;
        const auto process = Process::start(start);
        ASSERT_TRUE(process.ok());
        number = process->id();
    }
    EXPECT_TRUE(exists(number));
    kill(number, SIGKILL);
    waitpid(number, nullptr, 0);
}

TEST(Process, EndsWithTheThreadThatStartedIt)
{
    pid_t number = 0;
    std::optional<Process> process;
    std::thread([&] {
        auto start = in_shell("exec sleep 300"); // a shell may start it as a child, which would stay
        start.ends_with = EndsWith::thread;
        process = *Process::start(start);
        number = process->id();
    }).join();
    EXPECT_EQ(process->wait().signal, SIGKILL);
}

// In a child process, because a limit cannot be raised again and the supervisor needs a process with one thread.
int status_of(const std::function<bool()>& good)
{
    const pid_t child = fork();
    if (child == 0)
        _exit(good() ? 0 : 1);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST(Process, ALimitOfProcessesIsNamed)
{
    EXPECT_THAT(start_failure(EAGAIN), HasSubstr("`ulimit -u`"));
    EXPECT_THAT(start_failure(ENOMEM), HasSubstr("`ulimit -v`"));
    EXPECT_EQ(status_of([] {
        const rlimit none { 0, 0 };
        const bool limited = setrlimit(RLIMIT_NPROC, &none) == 0 && (geteuid() != 0 || setuid(65534) == 0); // root has no limit
        return limited && Process::start(in_shell("")).error().message == start_failure(EAGAIN)
            && run_supervised(in_shell(""), LeftBehind::remains).error().message == start_failure(EAGAIN);
    }),
        0);
}

TEST(Supervised, ReturnsTheEndOfTheProgram)
{
    EXPECT_EQ(run_supervised(in_shell("exit 5"), LeftBehind::remains)->end.status, 5);
    EXPECT_EQ(run_supervised(in_shell("kill -ABRT $$"), LeftBehind::remains)->end.signal, SIGABRT);
    EXPECT_APPROVED(run_supervised({ .program = "/nowhere/nvcc" }, LeftBehind::remains).error().message);
    int ticks = 0;
    EXPECT_FALSE(run_supervised(in_shell("sleep 1"), LeftBehind::remains, [&] { ++ticks; })->interrupted);
    EXPECT_GE(ticks, 3);
}

TEST(Supervised, WhatTheProgramLeavesBehindRemainsOrEnds)
{
    for (const auto left_behind : { LeftBehind::remains, LeftBehind::ends }) {
        const TemporaryFolder folder;
        const auto below = folder.path() / "below";
        const auto words = "setsid sh -c 'echo $$ >" + below.string() + "; exec sleep 300' & until test -s " + below.string()
            + "; do sleep 0.01; done; exit 4";
        EXPECT_EQ(run_supervised(in_shell(words), left_behind)->end.status, 4);
        const pid_t number = number_in(below);
        EXPECT_EQ(exists(number), left_behind == LeftBehind::remains);
        kill(number, SIGKILL);
    }
}

TEST(Supervised, AnInterruptOfThisProcessIsPassedOn)
{
    EXPECT_EQ(status_of([] {
        std::signal(SIGINT, SIG_DFL);
        const auto end =
            run_supervised(in_shell("kill -INT " + std::to_string(getpid()) + "; exec sleep 300"), LeftBehind::remains);
        return end.ok() && end->interrupted && end->end.signal == SIGINT;
    }),
        0);
}

TEST(Supervised, TheProgramAndItsDescendantsEndWhenThisProcessIsKilled)
{
    for (const int signal : { SIGKILL, SIGTERM, SIGHUP }) {
        const TemporaryFolder folder;
        const auto program = folder.path() / "program";
        const auto below = folder.path() / "below";
        const auto words =
            "(setsid sh -c 'echo $$ >" + below.string() + "; exec sleep 300' &) ; echo $$ >" + program.string() + "; sleep 300";
        const pid_t child = fork();
        if (child == 0) {
            static_cast<void>(run_supervised(in_shell(words), LeftBehind::remains));
            _exit(0);
        }
        const pid_t numbers[] { number_in(program), number_in(below) };
        kill(child, signal);
        waitpid(child, nullptr, 0);
        for (const pid_t number : numbers)
            EXPECT_TRUE(ends(number)) << signal;
    }
}

TEST(Programs, AreFoundInTheFirstFolder)
{
    EXPECT_TRUE(std::filesystem::equivalent(own_program(), "/proc/self/exe"));
    EXPECT_EQ(find_program({ "/nowhere", own_program().parent_path() }, own_program().filename().string()), own_program());
    EXPECT_FALSE(find_program({ "/" }, "tmp").has_value()) << "a folder";
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "nvcc") << "text";
    EXPECT_FALSE(find_program({ folder.path() }, "nvcc").has_value()) << "not executable";
    EXPECT_EQ(program_folders().front(), own_program().parent_path());
}

TEST(TemporaryFolders, AreRemovedWithTheirFiles)
{
    std::filesystem::path path;
    {
        const TemporaryFolder one;
        const TemporaryFolder other;
        EXPECT_NE(one.path(), other.path());
        path = one.path();
        std::filesystem::create_directories(path / "below");
        std::ofstream(path / "below" / "file") << "text";
    }
    EXPECT_FALSE(std::filesystem::exists(path));
}

} // namespace
} // namespace warpstage

#include "core/base/process/confinement.h"
#include "core/exercise/grade_worker.h"
#include "tests/approved.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <functional>
#include <thread>

namespace warpstage::exercise {
namespace {

TEST(WorkerMessages, ArriveAsTheyWereSent)
{
    const auto request =
        request_of(to_line({ "/exercise", "a\nb\xff", "ptx", std::chrono::milliseconds { 1500 }, 77, Hidden::named }));
    ASSERT_TRUE(request.ok());
    EXPECT_EQ(request->exercise, "/exercise");
    EXPECT_EQ(request->source, "a\nb\xef\xbf\xbd");
    EXPECT_EQ(request->limit.count(), 1500);
    EXPECT_EQ(request->seed, 77U);
    EXPECT_EQ(request->hidden, Hidden::named);
    Assessment sent { { { Verdict::passed, "good", 0 }, { Verdict::not_checked, "not", 3 } }, std::chrono::nanoseconds { 17 } };
    const auto received = assessment_of(to_line(sent));
    ASSERT_TRUE(received.ok());
    EXPECT_EQ(received->findings.size(), 2U);
    EXPECT_EQ(received->findings[1].verdict, Verdict::not_checked);
    EXPECT_EQ(received->findings[1].line, 3U);
    EXPECT_EQ(received->time, sent.time);
    EXPECT_TRUE(received->conclusive);
    EXPECT_FALSE(received->findings[0].measure.has_value());
    sent.findings[0].measure = { 3.0, 2.0, "sectors", { { 5, 2.5 } } };
    EXPECT_EQ(assessment_of(to_line(sent))->findings[0].measure->lines, sent.findings[0].measure->lines);
    sent.overloaded = true;
    EXPECT_TRUE(assessment_of(to_line(sent))->overloaded);
    sent.conclusive = false;
    EXPECT_FALSE(assessment_of(to_line(sent))->conclusive);
}

TEST(WorkerMessages, AreChecked)
{
    EXPECT_FALSE(request_of("{}").ok());
    EXPECT_FALSE(assessment_of("{\"findings\":[[7,\"\",0]]}").ok());
    EXPECT_FALSE(assessment_of("{\"findings\":").ok());
    const auto error = assessment_of("{\"error\":\"It cannot be confined.\"}");
    ASSERT_FALSE(error.ok());
    EXPECT_APPROVED(error.error().message);
}

// The exit status of a child that has given up its rights; 0: `possible` returned true.
int status_of(const std::function<bool()>& possible)
{
    const pid_t child = fork();
    if (child == 0) {
        limit_process({ .memory = std::uint64_t { 1 } << 30U, .processor_time = std::chrono::seconds { 5 } });
        if (!confine_to({}).ok() || !deny_system_calls().ok())
            _exit(100);
        _exit(possible() ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST(ConfinedProcess, HasNoRightsButItsMemoryAndThreads)
{
    if (!can_confine())
        GTEST_SKIP() << "this system has no Landlock";
    EXPECT_EQ(status_of([] { return true; }), 0);
    EXPECT_EQ(status_of([] { return socket(AF_INET, SOCK_STREAM, 0) >= 0; }), 1);
    EXPECT_EQ(status_of([] { return socket(AF_UNIX, SOCK_STREAM, 0) >= 0; }), 1);
    EXPECT_EQ(status_of([] { return kill(getppid(), 0) == 0; }), 1);
#if defined(__x86_64__)
    constexpr long kX32 = 0x40000000; // the same call by its number of the x32 interface
    EXPECT_EQ(status_of([] { return syscall(kX32 | SYS_kill, getppid(), 0) == 0; }), 1);
    EXPECT_EQ(status_of([] { return syscall(kX32 | SYS_getpid) > 0 || errno != EPERM; }), 1);
#endif
    EXPECT_EQ(status_of([] { return errno = 0, syscall(SYS_memfd_create, "", 0) >= 0 || errno != EPERM; }), 1);
    EXPECT_EQ(status_of([] { return open("/etc/passwd", O_RDONLY) >= 0; }), 1);
    EXPECT_EQ(status_of([] { return open("/tmp", O_RDONLY | O_DIRECTORY) >= 0; }), 1);
    EXPECT_EQ(status_of([] { return open("/tmp/warpstage-must-not-exist", O_CREAT | O_WRONLY, 0600) >= 0; }), 1);
    EXPECT_EQ(status_of([] {
        char program[] = "/bin/true";
        char* words[] = { program, nullptr };
        execv(program, words); // does not return if it is possible
        return false;
    }),
        1);
    EXPECT_EQ(status_of([] {
        bool ran = false;
        std::thread { [&] {
            ran = true;
        } }.join();
        return ran;
    }),
        0);
}

} // namespace
} // namespace warpstage::exercise

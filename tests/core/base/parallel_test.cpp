#include "core/base/concurrency/background.h"
#include "core/base/concurrency/parallel.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <thread>

namespace warpstage {
namespace {

constexpr std::uint64_t kCalls = 10'000;

// Calls of a loop that adds their numbers.
bool loop_is_complete()
{
    std::atomic<std::uint64_t> sum = 0;
    for_each_parallel(kCalls, [&](std::uint64_t i) { sum += i; });
    return sum == kCalls * (kCalls - 1) / 2;
}

// From now on this process gets some address space, but less than the stack of a thread.
void forbid_threads()
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, std::size_t { 1 } << 30U);
    pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
    std::uint64_t pages = 0;
    std::ifstream { "/proc/self/statm" } >> pages;
    const rlimit limit { pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + (std::uint64_t { 24 } << 20U),
        RLIM_INFINITY };
    setrlimit(RLIMIT_AS, &limit);
}

class WithoutThreads : public testing::Test {
protected:
    void SetUp() override
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        GTEST_SKIP() << "A sanitizer needs the address space.";
#endif
        GTEST_FLAG_SET(death_test_style, "threadsafe"); // a new process: no worker has started
    }
};

TEST(Parallel, CallsEachNumberOnce)
{
    EXPECT_TRUE(loop_is_complete());
    EXPECT_GE(parallel_width(), 1U);
    EXPECT_LE(parallel_width(), processor_threads());
}

TEST(Parallel, ALoopRunsInsideALoop)
{
    std::atomic<std::uint64_t> calls = 0;
    for_each_parallel(8, [&](std::uint64_t) { for_each_parallel(100, [&](std::uint64_t) { ++calls; }); });
    EXPECT_EQ(calls, 800U);
}

TEST(Parallel, ThreadsThatHaveEndedKeepNoMemory)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "The sanitizer keeps freed memory.";
#endif
    const auto resident = [] {
        std::size_t pages = 0;
        std::ifstream { "/proc/self/statm" } >> pages >> pages; // the second number
        return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    };
    const auto start = [](int threads) {
        for (int i = 0; i < threads; ++i)
            std::thread([] { for_each_parallel(100, [](std::uint64_t) {}); }).join();
    };
    start(50);
    const auto before = resident();
    start(400); // with an arena of each: 3.5 MB
    EXPECT_LT(resident(), before + 1'000'000);
}

TEST_F(WithoutThreads, ALoopRunsInItsCaller)
{
    const auto run = [] {
        forbid_threads();
        const auto caller = std::this_thread::get_id();
        std::atomic<bool> elsewhere = false;
        for_each_parallel(kCalls, [&](std::uint64_t) {
            if (std::this_thread::get_id() != caller)
                elsewhere = true;
        });
        std::exit(elsewhere ? 2 : loop_is_complete() ? 0 : 3);
    };
    EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

TEST_F(WithoutThreads, BackgroundWorkRunsInItsCaller)
{
    const auto run = [] {
        forbid_threads();
        BackgroundWork work;
        int calls = 0;
        for (int i = 0; i < 2; ++i)
            work.start([&](BackgroundWork::Time) { return ++calls % 3 == 0; }, Urgency::behind_drawing, Division::none);
        std::exit(work.ended() && calls == 6 ? 0 : 1);
    };
    EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

TEST_F(WithoutThreads, AFutureRunsInItsCaller)
{
    const auto run = [] {
        forbid_threads();
        std::exit(std::async(kThreadIfPossible, [] { return 3; }).get() == 3 ? 0 : 1);
    };
    EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace warpstage

#include "core/base/concurrency/background.h"
#include "core/base/concurrency/parallel.h"
#include "core/base/process/thread_stacks.h"
#include "core/base/text_limits.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace warpstage {
namespace {

std::size_t stack_of_this_thread()
{
    pthread_attr_t attributes;
    std::size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return 0;
    pthread_attr_getstacksize(&attributes, &bytes);
    pthread_attr_destroy(&attributes);
    return bytes;
}

TEST(ThreadStacks, AreKnownWhateverTheLimitIs)
{
    rlimit limit {};
    ASSERT_EQ(getrlimit(RLIMIT_STACK, &limit), 0);
    const rlimit earlier = limit;
    limit.rlim_cur = std::size_t { 256 } << 10;
    ASSERT_EQ(setrlimit(RLIMIT_STACK, &limit), 0);
    use_known_stacks();
    ASSERT_EQ(getrlimit(RLIMIT_STACK, &limit), 0);
    EXPECT_EQ(limit.rlim_cur, std::min<rlim_t>(kStackBytes, earlier.rlim_max));

    std::size_t plain = 0;
    std::thread([&] { plain = stack_of_this_thread(); }).join();
    EXPECT_GE(plain, kStackBytes);
    std::atomic<std::size_t> background { 0 };
    BackgroundWork work;
    work.start(
        [&](BackgroundWork::Time) {
            background = stack_of_this_thread();
            return true;
        },
        Urgency::usual, Division::none);
    work.wait();
    EXPECT_GE(background.load(), kStackBytes);
    setrlimit(RLIMIT_STACK, &earlier);
}

} // namespace
} // namespace warpstage

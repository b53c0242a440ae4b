#include "core/base/concurrency/parallel.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <memory>

namespace warpstage {

unsigned processor_threads()
{
    return std::max(1U, std::thread::hardware_concurrency());
}

unsigned parallel_width()
{
    return static_cast<unsigned>(tbb::this_task_arena::max_concurrency());
}

void limit_parallel_width(unsigned threads)
{
    static std::unique_ptr<tbb::global_control> limit; // for the rest of the process
    limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, std::max(1U, threads));
}

#ifdef __SANITIZE_THREAD__
// ThreadSanitizer does not see how the library, which is compiled without it, orders calls: all begin after the loop has begun
// and end before it returns.
void for_each_parallel(std::uint64_t count, const std::function<void(std::uint64_t)>& work)
{
    std::atomic<std::uint64_t> ended;
    ended.store(0, std::memory_order_release);
    const auto ordered = [&](std::uint64_t i) {
        static_cast<void>(ended.load(std::memory_order_acquire));
        work(i);
        ended.fetch_add(1, std::memory_order_release);
    };
    tbb::parallel_for(std::uint64_t { 0 }, count, ordered, tbb::simple_partitioner());
    static_cast<void>(ended.load(std::memory_order_acquire));
}
#else
void for_each_parallel(std::uint64_t count, const std::function<void(std::uint64_t)>& work)
{
    tbb::parallel_for(
        std::uint64_t { 0 }, count, [&](std::uint64_t i) { work(i); }, tbb::simple_partitioner());
}
#endif

} // namespace warpstage

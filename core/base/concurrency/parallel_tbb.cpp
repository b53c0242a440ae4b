#include "core/base/concurrency/parallel.h"
#include "core/base/concurrency/startable_threads.h"

#include <malloc.h>
#include <sys/resource.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <memory>

namespace warpstage {

namespace {

constexpr int kSharedHeaps = 2;

// oneTBB ends the program if it cannot start a worker.
void want_only_startable_workers()
{
    static const bool limited = [] {
        const unsigned wanted = processor_threads() - 1;
        const unsigned possible = startable_threads(wanted);
        if (possible == wanted)
            return false;
        // Never destroyed: oneTBB would then start the workers.
        static_cast<void>(
            std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, 1 + possible).release());
        return true;
    }();
    static_cast<void>(limited);
}

} // namespace

void spare_address_space()
{
    rlimit limit {};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        mallopt(M_ARENA_MAX, kSharedHeaps);
}

unsigned parallel_width()
{
    want_only_startable_workers();
    return static_cast<unsigned>(tbb::this_task_arena::max_concurrency());
}

void limit_parallel_width(unsigned threads)
{
    // For the rest of the process, and not destroyed at its end, as above.
    static auto& limit = *std::make_unique<std::unique_ptr<tbb::global_control>>().release();
    limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, std::max(1U, threads));
}

void for_each_parallel(std::uint64_t count, const std::function<void(std::uint64_t)>& work)
{
    want_only_startable_workers();
    tbb::parallel_for(
        std::uint64_t { 0 }, count, [&](std::uint64_t i) { work(i); }, tbb::simple_partitioner());
}

} // namespace warpstage

#include "core/base/concurrency/parallel.h"

#include <malloc.h>
#include <sys/resource.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <exception>
#include <future>
#include <memory>
#include <vector>

namespace warpstage {

namespace {

constexpr int kSharedHeaps = 2;

// How many of these threads can run at the same time: the address space or the number of threads may be limited.
unsigned startable(unsigned wanted)
{
    std::promise<void> end;
    const auto ended = end.get_future().share();
    std::vector<std::thread> threads;
    try {
        threads.reserve(wanted);
        while (threads.size() < wanted)
            threads.emplace_back([ended] { ended.wait(); });
    } catch (const std::exception&) { // no memory, or no further thread
    }
    end.set_value();
    for (auto& thread : threads)
        thread.join();
    return static_cast<unsigned>(threads.size());
}

// oneTBB ends the program if it cannot start a worker.
void want_only_startable_workers()
{
    static const auto limit = [] {
        const unsigned wanted = processor_threads() - 1;
        const unsigned possible = startable(wanted);
        // The other half is left for threads of other libraries.
        return possible == wanted
            ? nullptr
            : std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, 1 + possible / 2);
    }();
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
    static std::unique_ptr<tbb::global_control> limit; // for the rest of the process
    limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, std::max(1U, threads));
}

void for_each_parallel(std::uint64_t count, const std::function<void(std::uint64_t)>& work)
{
    want_only_startable_workers();
    tbb::parallel_for(
        std::uint64_t { 0 }, count, [&](std::uint64_t i) { work(i); }, tbb::simple_partitioner());
}

} // namespace warpstage

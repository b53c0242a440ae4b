// For ThreadSanitizer, which does not see how oneTBB, compiled without it, orders calls.
#include "core/base/concurrency/parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>
#include <vector>

namespace warpstage {

namespace {

std::atomic<unsigned> chosen_width { processor_threads() };
thread_local bool inside_a_loop = false; // a loop in a loop runs in its caller

} // namespace

void spare_address_space() { }

unsigned parallel_width()
{
    return chosen_width;
}

void limit_parallel_width(unsigned threads)
{
    chosen_width = std::max(1U, threads);
}

void for_each_parallel(std::uint64_t count, const std::function<void(std::uint64_t)>& work)
{
    std::atomic<std::uint64_t> next = 0;
    const auto run = [&] {
        const bool before = std::exchange(inside_a_loop, true);
        for (std::uint64_t i = next++; i < count; i = next++)
            work(i);
        inside_a_loop = before;
    };
    std::vector<std::jthread> others;
    for (std::uint64_t i = 1; !inside_a_loop && i < std::min<std::uint64_t>(chosen_width, count); ++i)
        others.emplace_back(run);
    run();
}

} // namespace warpstage

#include "core/base/concurrency/startable_threads.h"

#include <algorithm>
#include <exception>
#include <future>
#include <thread>
#include <vector>

namespace warpstage {

unsigned startable_threads(unsigned wanted)
{
    std::promise<void> end;
    const auto ended = end.get_future().share();
    std::vector<std::thread> threads;
    const unsigned with_others = wanted + kSpareThreads;
    try {
        threads.reserve(with_others);
        while (threads.size() < with_others)
            threads.emplace_back([ended] { ended.wait(); });
    } catch (const std::exception&) { // no memory, or no further thread
    }
    end.set_value();
    for (auto& thread : threads)
        thread.join();
    const auto started = static_cast<unsigned>(threads.size());
    return started - std::min(started, kSpareThreads);
}

} // namespace warpstage

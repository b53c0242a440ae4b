#include "core/base/concurrency/startable_threads.h"

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

} // namespace warpstage

// Loops on all cores. CMake selects parallel_tbb.cpp (oneTBB), for a program without threads parallel_serial.cpp, or for
// ThreadSanitizer parallel_threads.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <list>
#include <mutex>
#include <thread>
#include <utility>

namespace warpstage {

// Threads that the processor runs at the same time; 1 without threads.
[[nodiscard]] unsigned processor_threads();

// For std::async: if no thread can be started now, the caller does the work when it asks for the result.
constexpr auto kThreadIfPossible = std::launch::async | std::launch::deferred;

// To be called before the first thread starts. Where the address space is limited, threads share their heaps: the C library
// reserves 64 MiB of it for a heap, whatever the thread allocates.
void spare_address_space();

// Calls of for_each_parallel() that run at the same time at most; fewer than processor_threads() if this process cannot start so
// many threads.
[[nodiscard]] unsigned parallel_width();

// From now on this process uses at most this number of threads for its loops.
void limit_parallel_width(unsigned threads);

// Calls work(0) to work(count - 1) concurrently, started in this order, and returns when all have ended.
void for_each_parallel(std::uint64_t count, const std::function<void(std::uint64_t)>& work);

// One value for each thread that asks for it.
template <typename Value> class PerThread {
public:
    explicit PerThread(std::function<Value()> make)
        : m_make(std::move(make))
    {
    }

    // That of the calling thread, created by its first call.
    [[nodiscard]] Value& local()
    {
        const auto caller = std::this_thread::get_id();
        const std::scoped_lock lock(m_mutex);
        for (Entry& entry : m_entries)
            if (entry.owner == caller)
                return entry.value;
        return m_entries.emplace_back(caller, m_make).value;
    }

    // Calls `use` for each value; not while other threads use theirs.
    template <typename Use> void for_each(const Use& use) const
    {
        for (const Entry& entry : m_entries)
            use(entry.value);
    }

private:
    struct Entry {
        Entry(std::thread::id whose, const std::function<Value()>& make)
            : owner(whose)
            , value(make())
        {
        }
        std::thread::id owner;
        Value value;
    };

    std::function<Value()> m_make;
    std::mutex m_mutex;
    std::list<Entry> m_entries; // their addresses are stable
};

} // namespace warpstage

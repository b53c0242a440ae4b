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
#include <mutex>
#include <utility>
#include <vector>

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

// oneTBB gives each thread that starts a loop an arena of its own and keeps it when the thread ends (9 KB; 2021.8). Our threads
// are many and short, so their loops borrow arenas. Each serves one loop at a time: no loop waits for another one.
class Arenas {
public:
    std::unique_ptr<tbb::task_arena> borrow()
    {
        const std::scoped_lock lock(m_mutex);
        if (m_free.empty())
            return std::make_unique<tbb::task_arena>();
        auto arena = std::move(m_free.back()); // that of the latest loop: its workers may still be awake
        m_free.pop_back();
        return arena;
    }
    void give_back(std::unique_ptr<tbb::task_arena> arena)
    {
        const std::scoped_lock lock(m_mutex);
        m_free.push_back(std::move(arena));
    }

private:
    std::mutex m_mutex;
    std::vector<std::unique_ptr<tbb::task_arena>> m_free;
};

class BorrowedArena {
public:
    BorrowedArena() = default;
    ~BorrowedArena() { arenas().give_back(std::move(m_arena)); }
    BorrowedArena(const BorrowedArena&) = delete;
    BorrowedArena& operator=(const BorrowedArena&) = delete;
    BorrowedArena(BorrowedArena&&) = delete;
    BorrowedArena& operator=(BorrowedArena&&) = delete;

    template <typename Work> void run(const Work& work) { m_arena->execute(work); }

private:
    static Arenas& arenas()
    {
        static auto& all = *std::make_unique<Arenas>().release(); // threads may outlive main()
        return all;
    }

    std::unique_ptr<tbb::task_arena> m_arena = arenas().borrow();
};

// Of the calling thread: loops inside a loop share its arena.
thread_local bool t_in_loop = false;

void loop(std::uint64_t count, const std::function<void(std::uint64_t)>& work)
{
    tbb::parallel_for(
        std::uint64_t { 0 }, count,
        [&](std::uint64_t i) {
            const bool outer = std::exchange(t_in_loop, true);
            work(i);
            t_in_loop = outer;
        },
        tbb::simple_partitioner());
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
    if (t_in_loop)
        return loop(count, work);
    BorrowedArena arena;
    arena.run([&] { loop(count, work); });
}

} // namespace warpstage

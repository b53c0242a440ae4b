// Finds launches that never end because every block that runs waits for others.
#pragma once

#include "core/simt/run/block_run.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace warpstage::simt {

// What the workers of a launch know of each other.
class WaitingWorkers {
public:
    // Before the workers begin.
    void enter(int workers) { m_workers = workers; }
    // The worker has no more blocks.
    void leave(std::uint64_t waiting_since);
    // The number of turns so far in which a block may have changed something for others.
    [[nodiscard]] std::uint64_t changes() const { return m_changes.load(std::memory_order_relaxed); }
    void change() { m_changes.fetch_add(1, std::memory_order_relaxed); }
    // The worker's blocks all wait, in turns that began after `since` changes. `is_new`: it says so for the first time. True if
    // all other workers have said the same.
    [[nodiscard]] bool wait(std::uint64_t since, bool is_new);

private:
    std::mutex m_mutex;
    std::atomic<std::uint64_t> m_changes = 0;
    int m_workers = 0;
    int m_waiting = 0; // workers that wait since m_since
    std::uint64_t m_since = 0;
};

// One worker's view.
class WaitWatch {
public:
    explicit WaitWatch(WaitingWorkers& all)
        : m_all(&all)
    {
    }

    void begin_turn(const Block& block);
    // The turn of the block is over while blocks of the launch are suspended, `suspended` of them the worker's own, this one
    // included. `can_begin`: the worker can start a new block. True if no block can ever continue.
    // `max_wait`: warp instructions of all suspended blocks together.
    [[nodiscard]] bool end_turn(const Block& block, BlockEnd end, std::size_t suspended, bool can_begin, std::uint64_t max_wait);
    void leave() { m_all->leave(m_said); }

private:
    static constexpr std::uint64_t kNoChange = ~std::uint64_t { 0 };

    WaitingWorkers* m_all;
    std::uint64_t m_turn_start = 0; // changes at that time
    std::uint64_t m_progress = 0; // of the block, at that time
    std::uint64_t m_since = kNoChange; // changes before the first of the turns counted
    std::size_t m_turns = 0; // in sequence, of blocks that wait for long
    std::uint64_t m_said = kNoChange; // to the other workers
};

} // namespace warpstage::simt

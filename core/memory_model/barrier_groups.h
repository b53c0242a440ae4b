// Which barrier operations of an execution synchronize, and whether every thread gets past its barriers.
#pragma once

#include "core/memory_model/thread_paths.h"

namespace warpstage::memory_model {

struct BarrierOperation {
    std::size_t event = 0; // in the execution
    std::size_t thread = 0;
    std::size_t position = 0; // among the thread's barrier operations
    bool arrives = false;
    std::int64_t instance = 0;
    std::size_t visit = 0;
    std::optional<std::int64_t> id;
    std::optional<std::int64_t> threads; // how many complete the barrier
};

// The choices of pairs that synchronize: one per choice of the threads that complete a barrier with a number of threads. Empty if
// a thread waits forever.
[[nodiscard]] std::vector<Relation> barrier_choices(const LitmusTest& test, const std::vector<BarrierOperation>& operations);

} // namespace warpstage::memory_model

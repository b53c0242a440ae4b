// Steps enqueued in sequence between two events, each with the next of several sets of buffers: those of a plan and copies of
// them.
#pragma once

#include "core/base/result.h"
#include "core/engine/series.h"
#include "core/gpu/buffer.h"
#include "core/gpu/event.h"
#include "core/gpu/graph.h"
#include "core/gpu/stream.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace warpstage::engine {

// Addresses of a plan's buffers, by buffer.
using Addresses = std::vector<std::uint64_t>;

// Enqueues a step with the plan's buffers at these addresses.
using EnqueueStep = std::function<Result<void>(const Addresses& addresses)>;

// A copy of the buffers of a plan.
struct PlanCopy {
    std::vector<gpu::Buffer> buffers;
    Addresses addresses;
};

// The number of buffer sets for which the data of a round exceed the cache so far that it contains nothing of a set when the set
// is used again, whatever the cache's replacement policy.
[[nodiscard]] std::size_t places_wanted(std::size_t step_bytes, std::size_t cache_bytes, CacheState cache);

// `copies` has all allocations even after an Error, because they may only be freed after the stream has completed the copying.
[[nodiscard]] Result<void> make_copies(
    gpu::Stream& stream, const problem::Plan& plan, const Addresses& originals, std::size_t count, std::vector<PlanCopy>& copies);

class Round {
public:
    [[nodiscard]] static Result<Round> make(EnqueueStep enqueue, gpu::Stream& stream, std::vector<Addresses> places);

    // The total time of `steps` steps; with graphs, of that many times the steps of a graph. Waits.
    [[nodiscard]] Result<std::chrono::nanoseconds> time(std::uint32_t steps);
    // The parts of time(), for callers that enqueue more work before or after.
    [[nodiscard]] Result<void> enqueue_between_marks(std::uint32_t steps);
    [[nodiscard]] Result<std::chrono::nanoseconds> elapsed() const { return gpu::Event::between(m_begin, m_end); }
    [[nodiscard]] Result<void> enqueue_next() { return m_enqueue(next_place()); }

    [[nodiscard]] std::size_t places() const { return m_places.size(); }
    // The next buffer set.
    [[nodiscard]] const Addresses& next_place() { return m_places[m_next++ % m_places.size()]; }

    // Uses CUDA graphs of this many steps from now on.
    [[nodiscard]] Result<void> record(std::size_t steps);

private:
    Round(EnqueueStep enqueue, gpu::Stream& stream, gpu::Event begin, gpu::Event end, std::vector<Addresses> places);

    EnqueueStep m_enqueue;
    gpu::Stream* m_stream;
    gpu::Event m_begin;
    gpu::Event m_end;
    std::vector<Addresses> m_places;
    std::size_t m_next = 0;
    std::optional<gpu::Graph> m_graph;
};

// The first steps warm up; their time determines the number of steps per sample.
[[nodiscard]] Result<std::uint32_t> steps_for(Round& round, std::chrono::nanoseconds sample_length);

} // namespace warpstage::engine

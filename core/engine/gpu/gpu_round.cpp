#include "core/engine/gpu/gpu_round.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::engine {

std::size_t places_wanted(std::size_t step_bytes, std::size_t cache_bytes, CacheState cache)
{
    constexpr std::size_t kRoundOverCache = 4;
    constexpr std::size_t kMaxPlaces = 256;
    if (cache == CacheState::warm || step_bytes == 0)
        return 1;
    return std::clamp<std::size_t>((kRoundOverCache * cache_bytes + step_bytes - 1) / step_bytes, 1, kMaxPlaces);
}

Result<void> make_copies(
    gpu::Stream& stream, const problem::Plan& plan, const Addresses& originals, std::size_t count, std::vector<PlanCopy>& copies)
{
    for (std::size_t i = 0; i < count; ++i) {
        auto& copy = copies.emplace_back();
        for (std::size_t b = 0; b < plan.buffers.size(); ++b) {
            const auto& buffer = plan.buffers[b];
            auto memory = gpu::Buffer::allocate(stream.context(), buffer.bytes, fmt::format("buffer `{}`", buffer.name));
            if (!memory)
                return memory.error();
            copy.addresses.push_back(memory->address());
            copy.buffers.push_back(std::move(*memory));
            if (auto done = stream.copy(copy.addresses.back(), originals[b], buffer.bytes); !done)
                return done;
        }
    }
    return {};
}

Result<Round> Round::make(EnqueueStep enqueue, gpu::Stream& stream, std::vector<Addresses> places)
{
    auto begin = gpu::Event::create(stream.context(), gpu::Event::Purpose::timing);
    if (!begin)
        return begin.error();
    auto end = gpu::Event::create(stream.context(), gpu::Event::Purpose::timing);
    if (!end)
        return end.error();
    return Round { std::move(enqueue), stream, std::move(*begin), std::move(*end), std::move(places) };
}

Round::Round(EnqueueStep enqueue, gpu::Stream& stream, gpu::Event begin, gpu::Event end, std::vector<Addresses> places)
    : m_enqueue(std::move(enqueue))
    , m_stream(&stream)
    , m_begin(std::move(begin))
    , m_end(std::move(end))
    , m_places(std::move(places))
{
}

Result<void> Round::enqueue_between_marks(std::uint32_t steps)
{
    if (auto done = m_begin.record(*m_stream); !done)
        return done;
    for (std::uint32_t step = 0; step < steps; ++step) {
        if (auto done = m_graph ? m_graph->launch(*m_stream) : enqueue_next(); !done)
            return done;
    }
    return m_end.record(*m_stream);
}

Result<std::chrono::nanoseconds> Round::time(std::uint32_t steps)
{
    if (auto done = enqueue_between_marks(steps); !done)
        return done.error();
    if (auto done = m_stream->synchronize(); !done)
        return done.error();
    return elapsed();
}

Result<void> Round::record(std::size_t steps)
{
    auto graph = gpu::Graph::record(*m_stream, [&]() -> Result<void> {
        for (std::size_t step = 0; step < steps; ++step) {
            if (auto done = enqueue_next(); !done)
                return done;
        }
        return {};
    });
    if (!graph)
        return graph.error();
    m_graph.emplace(std::move(*graph));
    return {};
}

Result<std::uint32_t> steps_for(Round& round, std::chrono::nanoseconds sample_length)
{
    constexpr std::uint32_t kMaxSteps = 4096;
    std::uint32_t steps = 1;
    while (true) {
        const auto time = round.time(steps);
        if (!time)
            return time.error();
        if (*time >= sample_length || steps >= kMaxSteps)
            return steps;
        const auto factor = time->count() > 0 ? sample_length.count() / time->count() + 1 : 2;
        steps = static_cast<std::uint32_t>(std::min<std::int64_t>(kMaxSteps, steps * std::clamp<std::int64_t>(factor, 2, 64)));
    }
}

} // namespace warpstage::engine

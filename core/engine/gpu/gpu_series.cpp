#include "core/engine/gpu/gpu_series.h"

#include "core/gpu/buffer.h"
#include "core/gpu/event.h"
#include "core/gpu/graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace warpstage::engine {

namespace {

// The buffers of a plan once more.
struct Copy {
    std::vector<gpu::Buffer> buffers;
    std::vector<std::uint64_t> addresses;
};

// How many copies make the data of a round four times as large as the cache: then nothing of a copy is left when its turn comes
// again, whatever the cache's replacement policy is.
std::size_t copies_wanted(const Series& series, CacheState cache)
{
    constexpr std::size_t kRoundOverCache = 4;
    constexpr std::size_t kMostCopies = 256;
    if (cache == CacheState::warm || series.bytes == 0)
        return 1;
    return std::clamp<std::size_t>((kRoundOverCache * series.cache_bytes + series.bytes - 1) / series.bytes, 1, kMostCopies);
}

Result<void> make_copies(gpu::Stream& stream, const problem::Plan& plan, const std::vector<std::uint64_t>& originals,
    std::size_t count, std::vector<Copy>& copies)
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

class Round {
public:
    Round(const EnqueueStep& enqueue, gpu::Stream& stream, gpu::Event begin, gpu::Event end,
        std::vector<std::vector<std::uint64_t>> places)
        : m_enqueue(enqueue)
        , m_stream(stream)
        , m_begin(std::move(begin))
        , m_end(std::move(end))
        , m_places(std::move(places))
    {
    }

    // How long `steps` steps take together; out of graphs, as many times what one of them holds.
    [[nodiscard]] Result<std::chrono::nanoseconds> time(std::uint32_t steps)
    {
        if (auto done = m_begin.record(m_stream); !done)
            return done.error();
        for (std::uint32_t step = 0; step < steps; ++step) {
            if (auto done = m_graph ? m_graph->launch(m_stream) : enqueue_next(); !done)
                return done.error();
        }
        if (auto done = m_end.record(m_stream); !done)
            return done.error();
        if (auto done = m_stream.synchronize(); !done)
            return done.error();
        return gpu::Event::between(m_begin, m_end);
    }

    [[nodiscard]] std::size_t places() const { return m_places.size(); }

    // From now on, graphs of so many steps.
    [[nodiscard]] Result<void> record(std::size_t steps)
    {
        auto graph = gpu::Graph::record(m_stream, [&]() -> Result<void> {
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

private:
    [[nodiscard]] Result<void> enqueue_next() { return m_enqueue(m_places[m_next++ % m_places.size()]); }

    const EnqueueStep& m_enqueue;
    gpu::Stream& m_stream;
    gpu::Event m_begin;
    gpu::Event m_end;
    std::vector<std::vector<std::uint64_t>> m_places; // addresses of the buffers, of each copy
    std::size_t m_next = 0;
    std::optional<gpu::Graph> m_graph;
};

// The first steps warm up; their time tells how many make a sample.
Result<std::uint32_t> steps_for(Round& round, std::chrono::nanoseconds sample_length)
{
    constexpr std::uint32_t kMostSteps = 4096;
    std::uint32_t steps = 1;
    while (true) {
        const auto time = round.time(steps);
        if (!time)
            return time.error();
        if (*time >= sample_length || steps >= kMostSteps)
            return steps;
        const auto factor = time->count() > 0 ? sample_length.count() / time->count() + 1 : 2;
        steps = static_cast<std::uint32_t>(std::min<std::int64_t>(kMostSteps, steps * std::clamp<std::int64_t>(factor, 2, 64)));
    }
}

std::chrono::steady_clock::time_point now()
{
    return std::chrono::steady_clock::now();
}

Result<Round> make_round(const EnqueueStep& enqueue, gpu::Stream& stream, std::vector<std::vector<std::uint64_t>> places)
{
    auto begin = gpu::Event::create(stream.context(), gpu::Event::Purpose::timing);
    if (!begin)
        return begin.error();
    auto end = gpu::Event::create(stream.context(), gpu::Event::Purpose::timing);
    if (!end)
        return end.error();
    return Round { enqueue, stream, std::move(*begin), std::move(*end), std::move(places) };
}

// `per_time` steps are what Round::time() counts as one.
Result<std::uint32_t> take_samples(
    Round& round, const SeriesRequest& request, std::size_t per_time, std::vector<std::chrono::nanoseconds>& samples)
{
    const auto start = now();
    const auto steps = steps_for(round, request.sample_length);
    if (!steps)
        return steps.error();
    do {
        const auto time = round.time(*steps);
        if (!time)
            return time.error();
        samples.push_back(*time / (*steps * per_time));
    } while (samples.size() < request.samples && now() - start < request.budget);
    return *steps;
}

// Launching costs the GPU some microseconds a kernel, and less out of a graph: that is worth a second look where kernels do not
// last many times as long.
bool may_gain_by_graph(const Series& series)
{
    constexpr std::chrono::microseconds kLongKernel { 20 };
    return series.launches > 0 && series.samples.front() < kLongKernel * series.launches;
}

// A graph of all copies, each as often as it takes for one call of the processor to stand for many kernels.
Result<void> take_graph_samples(Round& round, const SeriesRequest& request, Series& series)
{
    constexpr std::size_t kFewestKernels = 256;
    constexpr std::size_t kMostKernels = 16384;
    const auto kernels = round.places() * series.launches;
    if (kernels > kMostKernels)
        return {};
    const auto steps = round.places() * ((kFewestKernels + kernels - 1) / kernels);
    if (auto recorded = round.record(steps); !recorded)
        return recorded;
    const auto taken = take_samples(round, request, steps, series.graph_samples);
    return taken ? Result<void> {} : Result<void> { taken.error() };
}

Result<void> take_all_samples(Round& round, const SeriesRequest& request, Series& series)
{
    const auto steps = take_samples(round, request, 1, series.samples);
    if (!steps)
        return steps.error();
    series.steps_per_sample = *steps;
    if (request.by == By::kernels && may_gain_by_graph(series))
        return take_graph_samples(round, request, series);
    return {};
}

} // namespace

Result<Series> measure_back_to_back(GpuPlan& plan, gpu::Stream& stream, const SeriesRequest& request)
{
    return measure_back_to_back(plan, stream, request, [&](const std::vector<std::uint64_t>& addresses) -> Result<void> {
        for (std::size_t work = 0; work < plan.plan().step.size(); ++work) {
            if (auto done = plan.launch_untimed(stream, work, addresses); !done)
                return done;
        }
        return {};
    });
}

Result<Series> measure_back_to_back(GpuPlan& plan, gpu::Stream& stream, const SeriesRequest& request, const EnqueueStep& enqueue)
{
    Series series;
    describe_plan(plan.plan(), series);
    if (request.by == By::library)
        series.launches = 1;
    series.cache_bytes = stream.context()->device().level2_cache_bytes;
    const auto memory = stream.context()->memory();
    if (!memory)
        return memory.error();
    // Half of what is free stays free: others use this GPU, too.
    const auto room = series.bytes == 0 ? 0 : memory->free / 2 / series.bytes;
    const auto copies = std::min(copies_wanted(series, request.cache), room + 1);
    series.copies = static_cast<std::uint32_t>(copies);

    std::vector<Copy> further;
    auto done = make_copies(stream, plan.plan(), plan.addresses(), copies - 1, further);
    if (done) {
        std::vector<std::vector<std::uint64_t>> places { plan.addresses() };
        for (const auto& copy : further)
            places.push_back(copy.addresses);
        auto round = make_round(enqueue, stream, std::move(places));
        done = round ? take_all_samples(*round, request, series) : Result<void> { round.error() };
    }
    // Nothing may still be at work in the copies when they go.
    const auto ended = stream.synchronize();
    for (const auto& result : { done, ended }) {
        if (!result)
            return result.error();
    }
    return series;
}

} // namespace warpstage::engine

#include "core/engine/gpu/gpu_series.h"

#include <algorithm>
#include <utility>

namespace warpstage::engine {

namespace {

std::chrono::steady_clock::time_point now()
{
    return std::chrono::steady_clock::now();
}

// `per_time`: number of steps that Round::time() counts as one.
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

// A launch takes some microseconds per kernel, and less in a graph: steps with short kernels are therefore also measured as a
// graph.
bool may_gain_by_graph(const Series& series)
{
    constexpr std::chrono::microseconds kLongKernel { 20 };
    return series.launches > 0 && series.samples.front() < kLongKernel * series.launches;
}

// A graph over all copies, repeated so that one graph launch comprises many kernels.
Result<void> take_graph_samples(Round& round, const SeriesRequest& request, Series& series)
{
    constexpr std::size_t kFewestKernels = 256;
    constexpr std::size_t kMaxKernels = 16384;
    const auto kernels = round.places() * series.launches;
    if (kernels > kMaxKernels)
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

EnqueueStep launches_of(GpuPlan& plan, gpu::Stream& stream)
{
    return [&plan, &stream](const Addresses& addresses) -> Result<void> {
        for (std::size_t work = 0; work < plan.plan().step.size(); ++work) {
            if (!std::holds_alternative<problem::KernelLaunch>(plan.plan().step[work]))
                continue;
            if (auto done = plan.launch_untimed(stream, work, addresses); !done)
                return done;
        }
        return {};
    };
}

Result<Series> measure_back_to_back(GpuPlan& plan, gpu::Stream& stream, const SeriesRequest& request)
{
    return measure_back_to_back(plan, stream, request, launches_of(plan, stream));
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
    // Leaves half of the free memory to other users of this GPU.
    const auto room = series.bytes == 0 ? 0 : memory->free / 2 / series.bytes;
    const auto copies = std::min(places_wanted(series.bytes, series.cache_bytes, request.cache), room + 1);
    series.copies = static_cast<std::uint32_t>(copies);

    std::vector<PlanCopy> further;
    auto done = make_copies(stream, plan.plan(), plan.addresses(), copies - 1, further);
    if (done) {
        std::vector<Addresses> places { plan.addresses() };
        for (const auto& copy : further)
            places.push_back(copy.addresses);
        auto round = Round::make(enqueue, stream, std::move(places));
        done = round ? take_all_samples(*round, request, series) : Result<void> { round.error() };
    }
    // No kernel may be using the copies when they are freed.
    const auto ended = stream.synchronize();
    plan.forget_other_places();
    for (const auto& result : { done, ended }) {
        if (!result)
            return result.error();
    }
    return series;
}

} // namespace warpstage::engine

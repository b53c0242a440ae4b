#include "core/engine/gpu/gpu_sampler.h"

#include "core/engine/gpu/gpu_series.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace warpstage::engine {

namespace {

std::size_t bytes_of_buffers(const problem::Plan& plan)
{
    Series series;
    describe_plan(plan, series);
    return series.bytes;
}

} // namespace

Result<std::unique_ptr<GpuSampler>> GpuSampler::make(GpuPlan& plan, gpu::Stream& stream, const SampleRequest& request)
{
    std::unique_ptr<GpuSampler> unsuited;
    auto tail = HostTail::of(plan);
    if (!tail)
        return unsuited;
    const auto bytes = bytes_of_buffers(plan.plan());
    const auto places = places_wanted(bytes, stream.context()->device().level2_cache_bytes, request.cache);
    const auto memory = stream.context()->memory();
    if (!memory)
        return memory.error();
    // Leaves half of the free memory to other users of this GPU.
    if (bytes * places > memory->free / 2)
        return unsuited;

    std::vector<PlanCopy> copies;
    const auto copied = make_copies(stream, plan.plan(), plan.addresses(), places, copies);
    if (const auto ended = stream.synchronize(); !ended)
        return ended.error();
    if (!copied && stream.context()->fault())
        return copied.error();
    if (!copied)
        return unsuited;
    std::vector<Addresses> addresses;
    for (const auto& copy : copies)
        addresses.push_back(copy.addresses);
    auto round = Round::make(launches_of(plan, stream), stream, std::move(addresses));
    if (!round)
        return round.error();
    std::unique_ptr<GpuSampler> sampler { new GpuSampler {
        plan, stream, std::move(copies), std::move(*round), std::move(*tail) } };
    const auto suits = sampler->warm_up(request);
    if (!suits)
        return suits.error();
    return *suits ? std::move(sampler) : std::move(unsuited);
}

GpuSampler::GpuSampler(GpuPlan& plan, gpu::Stream& stream, std::vector<PlanCopy> copies, Round round, HostTail tail)
    : m_plan(plan)
    , m_stream(stream)
    , m_copies(std::move(copies))
    , m_round(std::move(round))
    , m_tail(std::move(tail))
{
}

GpuSampler::~GpuSampler()
{
    // After an Error kernels may still be using the copies.
    const auto ignored = m_stream.synchronize();
    static_cast<void>(ignored);
}

Result<bool> GpuSampler::warm_up(const SampleRequest& request)
{
    constexpr std::uint32_t kLeadPart = 8; // of a sample
    // The first step includes one-time setup at the first launch.
    for (int step = 0; step < 2; ++step) {
        const auto time = m_round.time(1);
        if (!time)
            return time.error();
        if (step > 0 && *time > request.longest_step)
            return false;
    }
    const auto on_host = m_tail.time();
    if (!on_host)
        return on_host.error();
    if (std::ranges::any_of(*on_host, [&](std::chrono::nanoseconds time) { return time > request.longest_step; }))
        return false;
    // Every buffer set once, because textures are created for it.
    const auto all = m_round.time(static_cast<std::uint32_t>(m_round.places()));
    if (!all)
        return all.error();
    const auto steps = steps_for(m_round, request.length);
    if (!steps)
        return steps.error();
    m_steps = *steps;
    m_lead = std::max(1U, m_steps / kLeadPart);
    if (m_tail.first() > 1) {
        for (std::size_t mark = 0; mark <= m_tail.first(); ++mark) {
            auto made = gpu::Event::create(m_stream.context(), gpu::Event::Purpose::timing);
            if (!made)
                return made.error();
            m_marks.push_back(std::move(*made));
        }
    }
    return true;
}

Result<void> GpuSampler::enqueue_marked_step()
{
    if (m_marks.empty())
        return {};
    const auto& place = m_round.next_place();
    if (auto done = m_marks.front().record(m_stream); !done)
        return done;
    for (std::size_t work = 0; work < m_tail.first(); ++work) {
        if (auto done = m_plan.launch_untimed(m_stream, work, place); !done)
            return done;
        if (auto done = m_marks[work + 1].record(m_stream); !done)
            return done;
    }
    return {};
}

Result<void> GpuSampler::enqueue_sample()
{
    for (std::uint32_t step = 0; step < m_lead; ++step) {
        if (auto done = m_round.enqueue_next(); !done)
            return done;
    }
    if (auto done = m_round.enqueue_between_marks(m_steps); !done)
        return done;
    return enqueue_marked_step();
}

Result<StepTiming> GpuSampler::divided(std::chrono::nanoseconds step) const
{
    StepTiming timing;
    timing.total = step;
    const auto& works = m_plan.plan().step;
    if (m_marks.empty()) {
        timing.works.push_back({ std::get<problem::KernelLaunch>(works.front()).kernel, step, false });
        return timing;
    }
    std::chrono::nanoseconds all { 0 };
    for (std::size_t work = 0; work < m_tail.first(); ++work) {
        const auto time = gpu::Event::between(m_marks[work], m_marks[work + 1]);
        if (!time)
            return time.error();
        timing.works.push_back({ std::get<problem::KernelLaunch>(works[work]).kernel, *time, false });
        all += *time;
    }
    const double scale = all.count() > 0 ? static_cast<double>(step.count()) / static_cast<double>(all.count()) : 0.0;
    for (auto& work : timing.works)
        work.time = std::chrono::nanoseconds { static_cast<std::int64_t>(static_cast<double>(work.time.count()) * scale) };
    return timing;
}

Result<Sample> GpuSampler::take()
{
    if (auto done = enqueue_sample(); !done)
        return done.error();
    if (auto done = m_stream.synchronize(); !done)
        return done.error();
    const auto time = m_round.elapsed();
    if (!time)
        return time.error();
    auto timing = divided(*time / m_steps);
    if (!timing)
        return timing.error();
    const auto on_host = m_tail.time();
    if (!on_host)
        return on_host.error();
    for (std::size_t i = 0; i < on_host->size(); ++i) {
        const auto& work = std::get<problem::HostWork>(m_plan.plan().step[m_tail.first() + i]);
        timing->works.push_back({ work.label, (*on_host)[i], true });
        timing->total += (*on_host)[i];
    }
    return Sample { Sample::Outcome::taken, std::move(*timing), m_steps };
}

} // namespace warpstage::engine

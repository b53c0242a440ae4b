#include "core/engine/gpu/gpu_step.h"

#include "core/engine/gpu/host_tail.h"

#include <algorithm>
#include <exception>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

namespace warpstage::engine {

namespace {

constexpr std::string_view kWork = "A kernel of the step";

std::chrono::nanoseconds run_timed(
    const problem::HostWork& work, const std::vector<std::span<std::byte>>& buffers, const std::stop_token& stop)
{
    const auto begin = std::chrono::steady_clock::now();
    work.run(buffers, stop);
    return std::chrono::steady_clock::now() - begin;
}

} // namespace

Result<GpuStep> GpuStep::begin(GpuPlan& plan, gpu::Stream& stream, gpu::Event& finished)
{
    GpuStep step { plan, stream, finished };
    if (auto done = step.enqueue_stretch(); !done)
        return done.error();
    return step;
}

GpuStep::GpuStep(GpuPlan& plan, gpu::Stream& stream, gpu::Event& finished)
    : m_plan(&plan)
    , m_stream(&stream)
    , m_finished(&finished)
    , m_host_times(plan.plan().step.size())
{
}

Result<std::optional<StepOutcome>> GpuStep::advance()
{
    while (true) {
        switch (m_phase) {
        case Phase::device: {
            const auto reached = m_finished->reached(kWork);
            if (!reached)
                return reached.error();
            if (!*reached)
                return std::optional<StepOutcome> {};
            if (m_next == m_plan->plan().step.size()) {
                if (auto shown = m_plan->show(*m_stream); !shown)
                    return shown.error();
                auto result = outcome();
                if (!result)
                    return result.error();
                return std::optional<StepOutcome> { std::move(*result) };
            }
            begin_host_work();
            break;
        }
        case Phase::host: {
            if (m_running.wait_for(std::chrono::seconds { 0 }) != std::future_status::ready)
                return std::optional<StepOutcome> {};
            if (auto done = end_host_work(); !done)
                return done.error();
            if (m_stop.stop_requested())
                return std::optional<StepOutcome> { StepOutcome {} };
            break;
        }
        }
    }
}

void GpuStep::interrupt()
{
    m_stop.request_stop();
}

Result<void> GpuStep::block()
{
    switch (m_phase) {
    case Phase::device:
        return m_finished->wait(kWork);
    case Phase::host:
        m_running.wait();
        return {};
    }
    VERIFY_NOT_REACHED();
}

Result<void> GpuStep::enqueue_stretch()
{
    auto done = enqueue_in_stream();
    if (done)
        done = m_finished->record(*m_stream);
    if (done) {
        m_phase = Phase::device;
        return {};
    }
    // The step ends here, so none of its kernels may still use the plan's memory. Later Errors are consequences of the first one.
    const auto ignored = m_stream->synchronize();
    static_cast<void>(ignored);
    return done;
}

Result<void> GpuStep::enqueue_in_stream()
{
    if (m_done_on_host != nullptr) {
        for (const auto buffer : m_done_on_host->writes) {
            if (m_plan->plan().buffers[buffer].place != problem::Place::device)
                continue;
            if (auto done = m_stream->upload(m_plan->addresses()[buffer], m_plan->host_copy(buffer)); !done)
                return done;
        }
        m_done_on_host = nullptr;
    }
    const auto& works = m_plan->plan().step;
    if (auto done = m_plan->fork(*m_stream); !done)
        return done;
    Result<void> enqueued;
    for (; enqueued && m_next < works.size() && !std::holds_alternative<problem::HostWork>(works[m_next]); ++m_next) {
        const bool launch = std::holds_alternative<problem::KernelLaunch>(works[m_next]);
        enqueued = launch ? m_plan->launch(*m_stream, m_next) : m_plan->transfer(*m_stream, m_next);
    }
    // Always joined, so that waiting for the stream waits for all of them.
    const auto joined = m_plan->join(*m_stream);
    if (!enqueued || !joined)
        return !enqueued ? enqueued : joined;
    if (m_next == works.size())
        return {};
    for (const auto buffer : buffers_of(std::get<problem::HostWork>(works[m_next]))) {
        if (m_plan->plan().buffers[buffer].place != problem::Place::device)
            continue;
        if (auto done = m_stream->download(m_plan->host_copy(buffer), m_plan->addresses()[buffer]); !done)
            return done;
    }
    return {};
}

void GpuStep::begin_host_work()
{
    const auto& work = std::get<problem::HostWork>(m_plan->plan().step[m_next]);
    std::vector<std::span<std::byte>> buffers(m_plan->plan().buffers.size());
    for (const auto buffer : buffers_of(work))
        buffers[buffer] = m_plan->host_copy(buffer);
    m_running = std::async(std::launch::async,
        [&work, buffers = std::move(buffers), stop = m_stop.get_token()] { return run_timed(work, buffers, stop); });
    m_phase = Phase::host;
}

Result<void> GpuStep::end_host_work()
{
    const auto& work = std::get<problem::HostWork>(m_plan->plan().step[m_next]);
    try {
        m_host_times[m_next] = m_running.get();
    } catch (const std::exception& exception) {
        return failure_of(work, exception);
    }
    m_done_on_host = &work;
    ++m_next;
    if (m_stop.stop_requested())
        return {};
    return enqueue_stretch();
}

Result<StepOutcome> GpuStep::outcome() const
{
    StepOutcome outcome;
    const auto& works = m_plan->plan().step;
    for (std::size_t i = 0; i < works.size(); ++i) {
        if (const auto* host = std::get_if<problem::HostWork>(&works[i])) {
            outcome.timing.works.push_back({ host->label, m_host_times[i], true });
        } else {
            const auto time = m_plan->time_of(i);
            if (!time)
                return time.error();
            const auto* launch = std::get_if<problem::KernelLaunch>(&works[i]);
            const auto& label = launch != nullptr ? launch->kernel : std::get<problem::Transfer>(works[i]).label;
            outcome.timing.works.push_back({ label, *time, false });
        }
        outcome.timing.total += outcome.timing.works.back().time;
    }
    if (!m_plan->has_transfers())
        return outcome;
    // Overlapping times must not be added.
    outcome.timing.total = std::chrono::nanoseconds { 0 };
    for (std::size_t i = 0; i < works.size(); ++i) {
        VERIFY(!std::holds_alternative<problem::HostWork>(works[i])); // one fork per segment: only the events of one segment
        const auto span = m_plan->span_of(i);
        if (!span)
            return span.error();
        outcome.spans.push_back(*span);
        outcome.timing.total = std::max(outcome.timing.total, span->end);
    }
    return outcome;
}

} // namespace warpstage::engine

#include "core/session/run/timing_log.h"

#include <algorithm>
#include <utility>

namespace warpstage::session {

namespace {

constexpr std::size_t kMaxSamples = 200;

} // namespace

void TimingLog::add(std::size_t variant, const engine::StepTiming& timing, Sampling sampling)
{
    auto& log = m_variants[variant];
    if (!std::exchange(log.warm, true) && sampling == Sampling::every_step)
        return;
    if (sampling < log.sampling)
        return;
    if (sampling > log.sampling) {
        log = { true, sampling, {}, {} };
        std::erase_if(m_history, [&](const HistoryPoint& point) { return point.variant == variant; });
    }
    log.steps.add(timing.total, sampling);
    m_history.push_back({ timing.total, variant });
    if (m_history.size() > kMaxSamples)
        m_history.pop_front();

    // Several launches of a kernel in a step are one entry with the sum of their times.
    std::vector<engine::WorkTiming> sums;
    for (const auto& work : timing.works) {
        const auto same = std::ranges::find(sums, work.label, &engine::WorkTiming::label);
        if (same == sums.end())
            sums.push_back(work);
        else
            same->time += work.time;
    }
    for (const auto& sum : sums) {
        auto work = std::ranges::find(log.works, sum.label, &Work::label);
        if (work == log.works.end())
            work = log.works.insert(log.works.end(), Work { sum.label, sum.on_host, {} });
        work->times.add(sum.time, sampling);
    }
}

void TimingLog::clear()
{
    m_variants.clear();
    m_history.clear();
}

void TimingLog::cool()
{
    for (auto& [variant, log] : m_variants)
        log.warm = false;
}

TimingSummary TimingLog::step(std::size_t variant) const
{
    const auto found = m_variants.find(variant);
    return found == m_variants.end() ? TimingSummary {} : found->second.steps.summary;
}

std::vector<WorkView> TimingLog::works(std::size_t variant) const
{
    std::vector<WorkView> views;
    if (const auto found = m_variants.find(variant); found != m_variants.end()) {
        for (const auto& work : found->second.works)
            views.push_back({ work.label, work.on_host, work.times.summary });
    }
    return views;
}

void TimingLog::Series::add(std::chrono::nanoseconds time, Sampling sampling)
{
    samples.push_back(time);
    if (samples.size() > kMaxSamples)
        samples.pop_front();
    summary = engine::summarize(std::vector<std::chrono::nanoseconds>(samples.begin(), samples.end()), sampling);
}

} // namespace warpstage::session

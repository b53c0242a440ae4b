#include "core/session/timing_log.h"

#include <algorithm>

namespace warpstage::session {

namespace {

constexpr std::size_t kSamples = 200;

} // namespace

void TimingLog::add(std::size_t variant, const engine::StepTiming& timing)
{
    auto& log = m_variants[variant];
    if (!log.warm) {
        log.warm = true;
        return;
    }
    push(log.steps, timing.total);
    m_history.push_back({ timing.total, variant });
    if (m_history.size() > kSamples)
        m_history.pop_front();

    // Two launches of one kernel in a step are one line: their sum is what the step spends there.
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
        push(work->samples, sum.time);
    }
}

void TimingLog::clear()
{
    m_variants.clear();
    m_history.clear();
}

TimingSummary TimingLog::step(std::size_t variant) const
{
    const auto found = m_variants.find(variant);
    return found == m_variants.end() ? TimingSummary {} : summary(found->second.steps);
}

std::vector<WorkView> TimingLog::works(std::size_t variant) const
{
    std::vector<WorkView> views;
    if (const auto found = m_variants.find(variant); found != m_variants.end()) {
        for (const auto& work : found->second.works)
            views.push_back({ work.label, work.on_host, summary(work.samples) });
    }
    return views;
}

void TimingLog::push(Samples& samples, std::chrono::nanoseconds value)
{
    samples.push_back(value);
    if (samples.size() > kSamples)
        samples.pop_front();
}

TimingSummary TimingLog::summary(const Samples& samples)
{
    return engine::summarize(std::vector<std::chrono::nanoseconds>(samples.begin(), samples.end()));
}

} // namespace warpstage::session

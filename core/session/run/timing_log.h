// The times of the last steps of each variant as median and spread, and the rate of steps.
#pragma once

#include "core/engine/engine.h"
#include "core/session/snapshot.h"

#include <chrono>
#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace warpstage::session {

using engine::Sampling;

class TimingLog {
public:
    // With Sampling::every_step, the first step of a variant after clear() warms the caches and is not counted; the other kinds
    // of samples follow warm-up steps. Samples of different kinds are not mixed: the more accurate ones remain.
    void add(std::size_t variant, const engine::StepTiming& timing, Sampling sampling = Sampling::every_step);
    void clear();
    // The caches are cold again for the next step of every variant.
    void cool();

    [[nodiscard]] TimingSummary step(std::size_t variant) const;
    [[nodiscard]] std::vector<WorkView> works(std::size_t variant) const;
    [[nodiscard]] const std::deque<HistoryPoint>& history() const { return m_history; }

private:
    // Updated when a time is added, because it is read in every frame.
    struct Series {
        std::deque<std::chrono::nanoseconds> samples;
        TimingSummary summary;

        void add(std::chrono::nanoseconds time, Sampling sampling);
    };
    struct Work {
        std::string label;
        bool on_host = false;
        Series times;
    };
    struct Variant {
        bool warm = false;
        Sampling sampling = Sampling::every_step;
        Series steps;
        std::vector<Work> works;
    };

    std::map<std::size_t, Variant> m_variants;
    std::deque<HistoryPoint> m_history;
};

// Completed steps per second, smoothed over about a second.
class StepRate {
public:
    using Time = std::chrono::steady_clock::time_point;

    void step_finished(Time now)
    {
        m_times.push_back(now);
        while (m_times.size() > 2 && now - m_times.front() > std::chrono::seconds(1))
            m_times.pop_front();
    }

    void clear() { m_times.clear(); }

    [[nodiscard]] double per_second() const
    {
        if (m_times.size() < 2)
            return 0.0;
        const std::chrono::duration<double> span = m_times.back() - m_times.front();
        return span.count() > 0.0 ? static_cast<double>(m_times.size() - 1) / span.count() : 0.0;
    }

private:
    std::deque<Time> m_times;
};

} // namespace warpstage::session

// The last steps' times of every variant: medians and spread, never one number; and how often steps end.
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
    // Of every step, the first one of a variant after clear() warms caches and is not counted; other samples are taken when steps
    // before them have. Samples of different kinds are not mixed: the more accurate ones remain.
    void add(std::size_t variant, const engine::StepTiming& timing, Sampling sampling = Sampling::every_step);
    void clear();
    // The next step of every variant finds cold caches again.
    void cool();

    [[nodiscard]] TimingSummary step(std::size_t variant) const;
    [[nodiscard]] std::vector<WorkView> works(std::size_t variant) const;
    [[nodiscard]] const std::deque<HistoryPoint>& history() const { return m_history; }

private:
    // Summarized when a time is added, not whenever somebody looks.
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

// How many steps per second the engine really finishes, smoothed over about a second.
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

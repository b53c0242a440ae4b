// The last steps' times of every variant: medians and spread, never one number.
#pragma once

#include "core/engine/engine.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace warpstage::session {

class TimingLog {
public:
    // The first step of a variant after clear() warms caches and is not counted.
    void add(std::size_t variant, const engine::StepTiming& timing);
    void clear();

    [[nodiscard]] TimingSummary step(std::size_t variant) const;
    [[nodiscard]] std::vector<WorkView> works(std::size_t variant) const;
    [[nodiscard]] const std::deque<HistoryPoint>& history() const { return m_history; }

private:
    // Summarized when a time is added, not whenever somebody looks.
    struct Series {
        std::deque<std::chrono::nanoseconds> samples;
        TimingSummary summary;

        void add(std::chrono::nanoseconds time);
    };
    struct Work {
        std::string label;
        bool on_host = false;
        Series times;
    };
    struct Variant {
        bool warm = false;
        Series steps;
        std::vector<Work> works;
    };

    std::map<std::size_t, Variant> m_variants;
    std::deque<HistoryPoint> m_history;
};

} // namespace warpstage::session

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
    using Samples = std::deque<std::chrono::nanoseconds>;
    struct Work {
        std::string label;
        bool on_host = false;
        Samples samples;
    };
    struct Variant {
        bool warm = false;
        Samples steps;
        std::vector<Work> works;
    };

    static void push(Samples& samples, std::chrono::nanoseconds value);
    [[nodiscard]] static TimingSummary summary(const Samples& samples);

    std::map<std::size_t, Variant> m_variants;
    std::deque<HistoryPoint> m_history;
};

} // namespace warpstage::session

#include "core/session/run/quiet_measure.h"

#include "core/engine/sample.h"

#include <algorithm>

namespace warpstage::session {

// The time of waiting for OpenGL does not count: the frame would have waited anyway.
std::chrono::steady_clock::time_point QuietMeasure::begin() const
{
    if (m_finish_drawing)
        m_finish_drawing();
    return std::chrono::steady_clock::now();
}

Result<std::optional<engine::StepTiming>> QuietMeasure::sample(engine::Engine& engine, const problem::Plan& plan, Time now)
{
    using Outcome = engine::Sample::Outcome;
    const auto began = begin();
    auto sample = engine.sample({ .cache = engine::cache_for(plan) });
    const auto length = std::chrono::steady_clock::now() - began;
    if (!sample)
        return sample.error();
    switch (sample->outcome) {
    case Outcome::taken:
        m_timing.counted(now, length);
        return std::optional { std::move(sample->timing) };
    case Outcome::warmed_up:
        m_timing.warmed_up(now, length);
        return std::optional<engine::StepTiming> {};
    case Outcome::unsuited:
        m_timing.unsuited();
        return std::optional<engine::StepTiming> {};
    }
    VERIFY_NOT_REACHED();
}

Result<engine::StepOutcome> QuietMeasure::hold(engine::Engine& engine, Time now)
{
    const auto began = begin();
    if (auto started = engine.start(); !started)
        return started.error();
    auto outcome = engine.wait();
    const std::chrono::nanoseconds length = std::chrono::steady_clock::now() - began;
    if (outcome)
        m_timing.counted(now, std::max(length, outcome->timing.total));
    return outcome;
}

} // namespace warpstage::session

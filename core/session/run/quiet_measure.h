// Takes the times that QuietTiming has decided on: when OpenGL has no work left on the GPU, and before it gets more.
#pragma once

#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/session/run/quiet_timing.h"

#include <functional>
#include <optional>
#include <utility>

namespace warpstage::session {

class QuietMeasure {
public:
    using Time = QuietTiming::Time;

    // Returns when OpenGL has no work left on the GPU. Without it nobody draws.
    void finish_drawing_with(std::function<void()> finish) { m_finish_drawing = std::move(finish); }
    // Of the adopted plan.
    [[nodiscard]] QuietTiming& timing() { return m_timing; }

    // Times steps on copies of the buffers; nothing: caches and clocks are warm now, or the engine takes none of this plan.
    // Errors: a fault.
    [[nodiscard]] Result<std::optional<engine::StepTiming>> sample(engine::Engine& engine, const problem::Plan& plan, Time now);
    // Runs a step to its end. Errors: a fault.
    [[nodiscard]] Result<engine::StepOutcome> hold(engine::Engine& engine, Time now);

private:
    [[nodiscard]] std::chrono::steady_clock::time_point begin() const;

    std::function<void()> m_finish_drawing; // may be empty
    QuietTiming m_timing;
};

} // namespace warpstage::session

// Takes the times that QuietTiming schedules, while OpenGL has no work on the GPU.
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

    // `finish` returns when OpenGL has no work left on the GPU. Not set: no frames are drawn.
    void finish_drawing_with(std::function<void()> finish) { m_finish_drawing = std::move(finish); }
    // The schedule of the adopted plan.
    [[nodiscard]] QuietTiming& timing() { return m_timing; }

    // Times steps on copies of the buffers; nothing: only a warm-up, or the engine cannot sample this plan. Errors: a fault.
    [[nodiscard]] Result<std::optional<engine::StepTiming>> sample(engine::Engine& engine, const problem::Plan& plan, Time now);
    // Runs a step to its end. Errors: a fault.
    [[nodiscard]] Result<engine::StepOutcome> hold(engine::Engine& engine, Time now);

private:
    [[nodiscard]] std::chrono::steady_clock::time_point begin() const;

    std::function<void()> m_finish_drawing; // may be empty
    QuietTiming m_timing;
};

} // namespace warpstage::session

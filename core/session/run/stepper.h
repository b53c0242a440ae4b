// Runs the steps of the chosen program in sequence and measures their times. A step that started before a change is not counted.
#pragma once

#include "core/session/recording/replay.h"
#include "core/session/run/engines.h"
#include "core/session/run/launch_gate.h"
#include "core/session/run/program.h"
#include "core/session/run/quiet_measure.h"
#include "core/session/run/timing_log.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::session {

class Stepper {
public:
    using Time = std::chrono::steady_clock::time_point;
    enum class GpuUse : std::uint8_t { free, counting }; // counters are being collected: no other kernels may be launched

    // `share`: see SessionOptions::share_of_steps.
    Stepper(Program& program, Engines& engines, Notices& notices, LaunchTrial::Try trial, double share);

    // Starts again with the initial contents.
    void restart();
    // Take effect before the next step: another plan with the current contents; other kernels; another device.
    void change_plan();
    void change_kernels() { m_must_load = true; }
    void change_engine();
    void offer_vertex_buffers(std::vector<engine::Engine::SharedBuffer> buffers);
    [[nodiscard]] LaunchGate& gate() { return m_gate; }
    [[nodiscard]] const LaunchGate& gate() const { return m_gate; }
    // `finish` returns when OpenGL has no work left on the GPU; called before a time is taken there. Not set: no frames are
    // drawn.
    void finish_drawing_with(std::function<void()> finish) { m_quiet.finish_drawing_with(std::move(finish)); }
    void toggle_pause();
    // Asks the running kernel which threads wait; the answer is a notice. The kernel goes on.
    void ask_waits();
    // The answer while the asked step runs; null: none.
    [[nodiscard]] std::shared_ptr<const simt::Hang> waits() const { return idle() ? nullptr : m_waits; }
    // Replaces the times; returns the previous ones.
    [[nodiscard]] TimingLog exchange_times(TimingLog times = {});

    // The step that has ended since the last call, if it counts; without spans if its times do not count.
    [[nodiscard]] std::optional<engine::StepOutcome> collect(Time now);
    // Adopts the current choice if possible. Returns whether it was adopted; then contents() can be read.
    [[nodiscard]] bool adopt(GpuUse gpu);
    // Starts a step. On a GPU a sample of its time is sometimes taken first. Returns the outcome of a step for which frames were
    // held; usually nothing.
    [[nodiscard]] std::optional<engine::StepOutcome> start(GpuUse gpu, Time now);

    [[nodiscard]] engine::Engine& engine() const { return m_engines.current(); }
    [[nodiscard]] bool idle() const { return engine().idle(); }
    // The plan of the engine's contents; null before the first plan.
    [[nodiscard]] const std::shared_ptr<const problem::Plan>& adopted() const { return m_adopted; }
    [[nodiscard]] std::size_t adopted_variant() const { return m_adopted_variant; }
    [[nodiscard]] bool playing() const { return m_playing; }
    [[nodiscard]] std::uint64_t steps() const { return m_steps; } // since the last restart
    [[nodiscard]] bool broken() const { return m_broken; }

    // If `replay` is not null, only its times are shown.
    [[nodiscard]] TimingSection section(const Replay* replay) const;

private:
    // `engine`: it returned an Error; a GPU, which reports a fault of a kernel like this too, is left.
    enum class Cause : std::uint8_t { kernel, engine };
    void fail(const std::string& message, Cause cause = Cause::engine);
    [[nodiscard]] bool may_be_adopted();
    [[nodiscard]] std::optional<engine::StepOutcome> hold(Time now);
    void rest_after_step(Time now);
    // Whether the step is valid: it did not end with a trap and belongs to the current state.
    [[nodiscard]] bool take(const engine::StepOutcome& outcome, Time now);

    Program& m_program;
    Engines& m_engines;
    Notices& m_notices;
    LaunchGate m_gate;
    std::vector<engine::Engine::SharedBuffer> m_vertex_buffers;
    std::shared_ptr<const problem::Plan> m_adopted;
    std::size_t m_adopted_variant = 0;
    bool m_must_load = true;
    bool m_must_adopt = true;
    engine::Contents m_contents = engine::Contents::initial; // for the next plan
    bool m_discard_step = false; // the running step belongs to a previous state
    bool m_broken = false; // the last start or adopt failed: wait for a command
    bool m_playing = true;
    std::optional<Time> m_started; // of the running step, until a message about its length is shown
    bool m_is_long = false; // that message was shown for the running step
    std::shared_ptr<const simt::Hang> m_waits; // of the step that was started last; null: no answer
    std::uint64_t m_steps = 0;
    double m_share;
    Time m_begun {}; // the step that was started last
    Time m_rests_until {};
    QuietMeasure m_quiet; // of the adopted plan
    TimingLog m_timings;
    StepRate m_rate;
};

} // namespace warpstage::session

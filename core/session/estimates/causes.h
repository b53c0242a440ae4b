// The causes of the estimated time of the current variant, computed in the background when they are requested, and cached like
// the estimates, which they require.
#pragma once

#include "core/arch/architecture.h"
#include "core/base/latest.h"
#include "core/lesson/cues/cue.h"
#include "core/session/command.h"
#include "core/session/model/estimates.h"
#include "core/session/model/why.h"
#include "core/session/remembered.h"
#include "core/session/run/program.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace warpstage::session {

class Causes {
public:
    // Whether something tries the edits of advice.
    enum class Trials : std::uint8_t { possible, impossible };

    Causes(Program& program, Urgency urgency, Trials trials);

    // Enables the computation.
    void request() { m_requested = true; }
    void select_for_cue(const lesson::Cue& cue);
    [[nodiscard]] bool requested() const { return m_requested; }
    // After request(): takes finished causes and starts missing ones. `estimate`: of the current variant for this GPU and these
    // settings.
    void update(const arch::Architecture& architecture, VariantEstimate estimate, problem::Settings settings);
    // Whether nothing is running and update() has nothing to start.
    [[nodiscard]] bool complete() const { return m_complete; }
    void wait_until_idle() { m_worker.wait_until_idle(); }

    // Starts the trial of a piece of advice for the current variant. `measured`: its time on a GPU; 0: not measured. Returns
    // whether there is such advice with an edit of the source.
    bool try_advice(const TryAdvice& order, std::chrono::nanoseconds measured);
    void end_trial(const EndTrial& result);

    // `measured`: time of the current variant on a GPU; 0: not measured.
    [[nodiscard]] WhySection section(std::chrono::nanoseconds measured = {}) const;

private:
    struct Subject {
        std::shared_ptr<const lesson::Lesson> lesson; // identifies the text: an edit creates another lesson
        std::size_t variant = 0;
        problem::Settings settings;
        const arch::Traits* traits = nullptr;
        const arch::Gpu* gpu = nullptr;

        bool operator==(const Subject&) const = default;
    };
    struct Request {
        std::shared_ptr<const engine::VmPrograms> programs;
        Subject subject;
        std::shared_ptr<const timing::StepEstimate> step;
    };
    [[nodiscard]] static Result<timing::Why> explained(const Request& request, const std::stop_token& stop);
    [[nodiscard]] std::optional<Subject> subject() const;
    // Whether its kernels, or those before, are shown.
    [[nodiscard]] bool shows_trial() const;

    Program& m_program;
    Urgency m_urgency;
    bool m_requested = false;
    bool m_complete = true;
    arch::Architecture m_architecture; // of the last update()
    VariantEstimate m_estimate; // of the last update()
    problem::Settings m_settings; // of the last update()
    Remembered<Subject, timing::Why> m_known { 64 };
    std::optional<Subject> m_running;
    bool m_can_try;
    std::shared_ptr<const AdviceTrial> m_trial; // the last one; null: none
    std::size_t m_tried_variant = 0;
    Latest<Request, Result<timing::Why>> m_worker;
};

} // namespace warpstage::session

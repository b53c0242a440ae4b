// Instructions and memory requests of a whole time step of the current and the compared variant, counted in the background when
// requested. Counts are cached by lesson text, variant, parameters and compute capability.
#pragma once

#include "core/base/latest.h"
#include "core/session/model/step_counts.h"
#include "core/session/remembered.h"
#include "core/session/run/program.h"

#include <cstddef>
#include <memory>
#include <optional>

namespace warpstage::session {

class StepCounts {
public:
    StepCounts(Program& program, Urgency urgency);

    // Enables counting.
    void request() { m_requested = true; }
    // Enables counting if the cue points at the comparison.
    void select_for_cue(const lesson::Cue& cue);

    // Takes finished counts, cancels those that are no longer needed, starts missing ones.
    void update(std::optional<std::size_t> compared, const arch::Traits& traits);
    // Whether nothing is running and update() has nothing to start.
    [[nodiscard]] bool complete() const { return m_complete; }
    void wait_until_idle() { m_worker.wait_until_idle(); }

    [[nodiscard]] StepCountSection section() const;

private:
    struct Subject {
        std::shared_ptr<const lesson::Lesson> lesson; // identifies the text: an edit creates another lesson
        std::size_t variant = 0;
        problem::Settings settings;
        const arch::Traits* traits = nullptr;

        bool operator==(const Subject&) const = default;
    };

    [[nodiscard]] bool runs_kernels(std::size_t variant) const;
    [[nodiscard]] Subject subject_of(std::size_t variant) const;
    void take();
    void start(Subject subject);
    [[nodiscard]] StepCount count_of(std::size_t variant) const;

    Program& m_program;
    Urgency m_urgency;
    bool m_requested = false;
    bool m_complete = true;
    std::optional<std::size_t> m_compared; // of the last update()
    const arch::Traits* m_traits = nullptr; // of the last update()
    Remembered<Subject, analysis::StepTraffic> m_known { 128 };
    std::optional<Subject> m_running;
    Latest<analysis::StepTrafficRequest, Result<analysis::StepTraffic>> m_worker;
};

} // namespace warpstage::session

// The SM model's runs of the recordings of the current and the compared variant. Computed in the background when requested and
// cached, so that moving a slider back shows the previous run immediately.
#pragma once

#include "core/arch/architecture.h"
#include "core/base/latest.h"
#include "core/session/command.h"
#include "core/session/model/sm.h"
#include "core/session/run/program.h"
#include "core/timing/sm_model.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace warpstage::session {

class SmRuns {
public:
    // timing::model_sm(); tests replace it.
    using Model = std::function<timing::SmRun(const analysis::Recording&, const timing::SmSettings&, const std::stop_token&)>;
    struct Subject { // a variant and its recording
        std::size_t variant = 0;
        std::shared_ptr<const analysis::Recording> recording; // null: not yet available
    };

    SmRuns(Program& program, Model model, Urgency urgency);

    // Enables the computation.
    void request() { m_requested = true; }
    void choose_blocks(std::uint32_t blocks) { m_blocks = blocks; }
    // Next: twice as many; previous: half.
    void step_blocks(Direction direction);
    void choose_cycles(std::uint32_t cycles) { m_cycles = cycles; }
    void step_cycles(Direction direction);
    void toggle_comparison() { m_comparing = !m_comparing; }
    // Enables the computation if the cue points at the run. Choices that the cue does not make are reset.
    void select_for_cue(const lesson::Cue& cue);
    // Resets the choices made for the previous lesson.
    void leave_lesson();
    // Settings or kernels have changed.
    void forget_results();

    // Takes finished runs and starts missing ones.
    void update(const Subject& present, const std::optional<Subject>& compared, const arch::Architecture& architecture);
    void wait_until_idle();

    [[nodiscard]] SmSection section(const PlaybackView& played) const;

private:
    struct Request {
        std::size_t variant = 0;
        std::shared_ptr<const analysis::Recording> recording;
        timing::SmSettings settings; // 0 resident blocks: as many as fit

        [[nodiscard]] bool is_of(const Request& other) const;
    };
    struct Known {
        Request request;
        std::shared_ptr<const timing::SmRun> run;
    };
    [[nodiscard]] const Known* find(const Request& request) const;
    // The run of an earlier recording of the variant; null: none.
    [[nodiscard]] const Known* find_earlier(const Request& request) const;
    void forget_outdated();
    [[nodiscard]] Request request_for(const Subject& subject) const;
    // The request with the chosen number of blocks; nothing: the number that fits is not yet known.
    [[nodiscard]] std::optional<Request> wanted_of(const Subject& subject) const;
    void collect();
    void start();
    [[nodiscard]] std::optional<SmView> view_of(const Subject& subject, const std::optional<SmView>& before) const;
    void show();

    Program& m_program;
    Urgency m_urgency;
    bool m_requested = false;
    bool m_comparing = false;
    std::uint32_t m_blocks = 0;
    std::uint32_t m_cycles = 0;
    Subject m_present;
    std::optional<Subject> m_compared;
    arch::Architecture m_architecture;
    std::vector<Known> m_known; // the latest last
    std::optional<SmView> m_shown;
    std::optional<SmView> m_shown_beside;
    std::optional<Request> m_running;
    Latest<Request, timing::SmRun> m_worker;
};

} // namespace warpstage::session

// The SM model's runs of what was recorded: of the present variant, and of the one beside it. Computed beside the frames, once
// somebody has asked for it, and kept for what they depend on, so that a slider goes back at once.
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
    // timing::model_sm(); tests have other ones.
    using Model = std::function<timing::SmRun(const analysis::Recording&, const timing::SmSettings&, const std::stop_token&)>;
    struct Subject { // a variant and its recording
        std::size_t variant = 0;
        std::shared_ptr<const analysis::Recording> recording; // null: there is none yet
    };

    SmRuns(Program& program, Model model, Urgency urgency);

    // From now on there is a run; before, nothing is computed.
    void request() { m_requested = true; }
    void choose_blocks(std::uint32_t blocks) { m_blocks = blocks; }
    // Half as many, or twice.
    void step_blocks(Direction direction);
    void choose_cycles(std::uint32_t cycles) { m_cycles = cycles; }
    void step_cycles(Direction direction);
    void toggle_comparison() { m_comparing = !m_comparing; }
    // Requested where the cue points at the run. What it does not say is as at the start.
    void select_for_cue(const lesson::Cue& cue);
    // Another lesson: what was chosen for the one before.
    void leave_lesson();
    // Other settings or kernels.
    void forget_results();

    // Takes what has ended and starts what is missing.
    void update(const Subject& present, const std::optional<Subject>& compared, const arch::Architecture& architecture);
    void wait_until_idle();

    [[nodiscard]] SmSection section(const PlaybackView& played) const;

private:
    struct Request {
        std::size_t variant = 0;
        std::shared_ptr<const analysis::Recording> recording;
        timing::SmSettings settings; // with 0 resident blocks: as many as fit

        [[nodiscard]] bool is_of(const Request& other) const;
    };
    struct Known {
        Request request;
        std::shared_ptr<const timing::SmRun> run;
    };
    [[nodiscard]] const Known* find(const Request& request) const;
    // The same of an earlier recording of the variant; null: there is none.
    [[nodiscard]] const Known* find_earlier(const Request& request) const;
    void forget_outdated();
    [[nodiscard]] Request request_for(const Subject& subject) const;
    // As chosen; nothing: how many fit has to be known first.
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

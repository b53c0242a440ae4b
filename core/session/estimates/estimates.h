// How long a step of each variant takes on the chosen GPU, computed beside the frames: the present variant first. An estimate
// stays known for its lesson text, variant, parameters, compute capability and GPU, so that coming back shows it at once.
#pragma once

#include "core/arch/architecture.h"
#include "core/base/latest.h"
#include "core/session/model/estimates.h"
#include "core/session/remembered.h"
#include "core/session/run/program.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace warpstage::session {

class Estimates {
public:
    using Estimate = std::function<Result<timing::StepEstimate>(const timing::EstimateRequest&, const std::stop_token&)>;

    // Without `estimate` nobody estimates: the section is empty.
    Estimates(Program& program, Urgency urgency, Estimate estimate);

    // Takes what has ended, cancels what is of no use any more, starts what is missing for this GPU.
    void update(const arch::Architecture& architecture);
    // Whether update() has nothing left to start and nothing runs.
    [[nodiscard]] bool complete() const { return m_complete; }
    void wait_until_idle() { m_worker.wait_until_idle(); }

    // `device`: name of the GPU that runs the kernels; empty: the virtual machine does.
    [[nodiscard]] EstimateSection section(const std::string& device) const;

private:
    struct Subject {
        std::shared_ptr<const lesson::Lesson> lesson; // the text: an edit makes another one
        std::size_t variant = 0;
        problem::Settings settings;
        const arch::Traits* traits = nullptr;
        const arch::Gpu* gpu = nullptr;

        bool operator==(const Subject&) const = default;
    };

    [[nodiscard]] bool is_estimable(std::size_t variant) const;
    [[nodiscard]] Subject subject_of(std::size_t variant) const;
    void take();
    void start(std::size_t variant, Subject subject);

    Program& m_program;
    Urgency m_urgency;
    bool m_enabled;
    bool m_complete = true;
    arch::Architecture m_architecture; // of the last update
    Remembered<Subject, timing::StepEstimate> m_known { 512 };
    std::optional<Subject> m_running;
    Latest<timing::EstimateRequest, Result<timing::StepEstimate>> m_worker;
};

} // namespace warpstage::session

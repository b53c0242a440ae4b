// How evenly the resident blocks of the current launch use the memory partitions of the chosen GPU; computed in the background.
#pragma once

#include "core/analysis/recording/partition_survey.h"
#include "core/arch/architecture.h"
#include "core/base/latest.h"
#include "core/session/model/run.h"
#include "core/session/run/program.h"

#include <memory>

namespace warpstage::session {

class Partitions {
public:
    Partitions(Program& program, Urgency urgency);

    // Takes finished surveys, starts the survey of the current plan for this architecture, discards those of other plans.
    void update(const arch::Architecture& architecture);
    void wait_until_idle() { m_worker.wait_until_idle(); }

    // Null: the architecture has no partitions, or the survey is not yet available.
    [[nodiscard]] const std::shared_ptr<const Result<analysis::PartitionSurvey>>& shown() const { return m_shown; }

private:
    struct Subject {
        Program::Plan plan; // null: nothing to survey
        std::shared_ptr<const engine::VmPrograms> programs;
        const arch::Traits* traits = nullptr;
        const arch::Gpu* gpu = nullptr;

        bool operator==(const Subject&) const = default;
    };
    [[nodiscard]] Subject subject_for(const arch::Architecture& architecture) const;

    Program& m_program;
    Urgency m_urgency;
    Subject m_subject; // shown or being surveyed
    std::shared_ptr<const Result<analysis::PartitionSurvey>> m_shown;
    Latest<analysis::PartitionRequest, Result<analysis::PartitionSurvey>> m_worker;
};

} // namespace warpstage::session

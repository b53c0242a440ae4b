#include "core/session/recording/partitions.h"

#include <utility>

namespace warpstage::session {

Partitions::Partitions(Program& program, Urgency urgency)
    : m_program(program)
    , m_urgency(urgency)
    , m_worker([](analysis::PartitionRequest& request, auto& progress) {
        return analysis::survey_partitions(request, progress.stop());
    })
{
}

Partitions::Subject Partitions::subject_for(const arch::Architecture& architecture) const
{
    if (architecture.traits->memory_partitions == 0)
        return {};
    const auto plan = m_program.known_plan(m_program.variant());
    if (plan == nullptr || plan->recorded_work >= plan->step.size())
        return {};
    return { plan, m_program.programs(), architecture.traits, &architecture.assumed_gpu() };
}

void Partitions::update(const arch::Architecture& architecture)
{
    const auto subject = subject_for(architecture);
    if (!(subject == m_subject)) {
        m_subject = subject;
        m_shown = nullptr;
        m_worker.cancel();
        if (subject.plan != nullptr)
            m_worker.request({ .programs = subject.programs,
                                 .plan = subject.plan,
                                 .work = subject.plan->recorded_work,
                                 .traits = subject.traits,
                                 .gpu = subject.gpu },
                m_urgency);
    }
    if (auto answer = m_worker.take())
        m_shown = std::make_shared<const Result<analysis::PartitionSurvey>>(std::move(answer->result));
}

} // namespace warpstage::session

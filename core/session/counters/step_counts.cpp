#include "core/session/counters/step_counts.h"

#include "core/base/words.h"

#include <utility>

namespace warpstage::session {

StepCounts::StepCounts(Program& program, Urgency urgency)
    : m_program(program)
    , m_urgency(urgency)
    , m_worker([](const analysis::StepTrafficRequest& request, auto& progress) {
        return analysis::count_step(request, progress.stop());
    })
{
}

void StepCounts::select_for_cue(const lesson::Cue& cue)
{
    m_requested = m_requested || cue.subject == lesson::FigureSubject::step_counts;
}

bool StepCounts::runs_kernels(std::size_t variant) const
{
    const auto& lesson = *m_program.lesson();
    return variant < lesson.variants.size() && !lesson.problem->kernels(lesson.variants[variant]).empty();
}

StepCounts::Subject StepCounts::subject_of(std::size_t variant) const
{
    return { m_program.lesson(), variant, m_program.chosen_settings(variant).settings, m_traits };
}

void StepCounts::take()
{
    if (!m_running)
        return;
    if (auto answer = m_worker.take()) {
        m_known.keep(*std::move(m_running), std::move(answer->result));
        m_running.reset();
    }
}

void StepCounts::start(Subject subject)
{
    const auto plan = m_program.plan_of(subject.variant);
    if (plan == nullptr) {
        m_known.keep(std::move(subject), Error { tr("This variant does not accept the current parameters.") });
        return;
    }
    m_worker.request({ .programs = m_program.programs(), .plan = plan, .traits = subject.traits }, m_urgency);
    m_running = std::move(subject);
}

void StepCounts::update(std::optional<std::size_t> compared, const arch::Traits& traits)
{
    m_compared = compared;
    m_traits = &traits;
    m_complete = true;
    if (!m_requested)
        return;
    take();
    const std::size_t present = m_program.variant();
    std::optional<Subject> next;
    bool running_is_of_use = false;
    for (const std::size_t variant : { present, compared.value_or(present) }) {
        if (!runs_kernels(variant))
            continue;
        auto subject = subject_of(variant);
        if (m_known.find(subject) != nullptr)
            continue;
        m_complete = false;
        if (m_running == subject)
            running_is_of_use = true;
        else if (!next && (variant == present || m_program.plan_is_ready(variant)))
            next = std::move(subject);
    }
    if (m_running && !running_is_of_use) {
        m_worker.cancel();
        m_running.reset();
    }
    if (next && !m_running)
        start(*std::move(next));
}

StepCount StepCounts::count_of(std::size_t variant) const
{
    if (!m_requested || m_traits == nullptr || !runs_kernels(variant))
        return {};
    const auto outcome = m_known.find(subject_of(variant));
    if (outcome == nullptr)
        return { StepCount::State::pending, nullptr, {} };
    if (!outcome->ok())
        return { StepCount::State::impossible, nullptr, outcome->error().message };
    return { StepCount::State::ready, { outcome, &**outcome }, {} };
}

StepCountSection StepCounts::section() const
{
    StepCountSection section { m_requested, count_of(m_program.variant()), {} };
    if (m_compared && *m_compared != m_program.variant())
        section.compared = count_of(*m_compared);
    return section;
}

} // namespace warpstage::session

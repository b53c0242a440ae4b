#include "core/session/estimates/causes.h"

#include <utility>

namespace warpstage::session {

Causes::Causes(Program& program, Urgency urgency)
    : m_program(program)
    , m_urgency(urgency)
    , m_worker([](Request& request, auto& progress) { return explained(request, progress.stop()); })
{
}

Result<timing::Why> Causes::explained(const Request& request, const std::stop_token& stop)
{
    const Subject& subject = request.subject;
    const auto& variant = subject.lesson->variants[subject.variant];
    auto plan = subject.lesson->problem->plan(variant, subject.settings);
    if (!plan)
        return plan.error();
    plan->variant = variant.id;
    return timing::why_step(
        { request.programs, std::make_shared<const problem::Plan>(*std::move(plan)), subject.traits, subject.gpu }, *request.step,
        stop);
}

std::optional<Causes::Subject> Causes::subject() const
{
    if (m_architecture.traits == nullptr || m_estimate.step == nullptr)
        return std::nullopt;
    return Subject { m_program.lesson(), m_program.variant(), m_settings, m_architecture.traits, &m_architecture.assumed_gpu() };
}

void Causes::update(const arch::Architecture& architecture, VariantEstimate estimate, problem::Settings settings)
{
    m_complete = true;
    m_architecture = architecture;
    m_estimate = std::move(estimate);
    m_settings = std::move(settings);
    if (m_running)
        if (auto answer = m_worker.take()) {
            m_known.keep(*std::move(m_running), std::move(answer->result));
            m_running.reset();
        }
    const auto wanted = subject();
    if (m_running && m_running != wanted) {
        m_worker.cancel();
        m_running.reset();
    }
    if (!wanted || m_known.find(*wanted) != nullptr)
        return;
    m_complete = false;
    if (m_running)
        return;
    m_worker.request({ m_program.programs(), *wanted, m_estimate.step }, m_urgency);
    m_running = wanted;
}

WhySection Causes::section() const
{
    WhySection section;
    section.requested = m_requested;
    const auto wanted = m_requested ? subject() : std::nullopt;
    if (!wanted) {
        section.reason = m_requested ? m_estimate.reason : std::string {};
        return section;
    }
    const auto outcome = m_known.find(*wanted);
    if (outcome == nullptr)
        return section;
    if (outcome->ok())
        section.why = { outcome, &**outcome };
    else
        section.reason = outcome->error().message;
    return section;
}

} // namespace warpstage::session

#include "core/session/estimates/causes.h"

#include "core/timing/advice/advice.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace warpstage::session {

Causes::Causes(Program& program, Urgency urgency, Trials trials)
    : m_program(program)
    , m_urgency(urgency)
    , m_can_try(trials == Trials::possible)
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

void Causes::select_for_cue(const lesson::Cue& cue)
{
    m_requested = m_requested || cue.subject == lesson::FigureSubject::causes;
}

bool Causes::try_advice(const TryAdvice& order, std::chrono::nanoseconds measured)
{
    const auto why = section().why;
    if (why == nullptr || !m_can_try)
        return false;
    const auto& lesson = m_program.lesson();
    const auto all = timing::advice_for({ why.get(), &lesson->source_lines });
    const auto chosen = order.index ? all.begin() + static_cast<std::ptrdiff_t>(std::min(*order.index, all.size()))
                                    : std::ranges::find_if(all, [](const timing::Advice& one) { return one.edit.has_value(); });
    if (chosen == all.end() || !chosen->edit)
        return false;
    AdviceTrial trial;
    trial.advice = chosen->sentence;
    trial.source = chosen->edit->source.empty() ? lesson->source : chosen->edit->source;
    trial.changes = timing::changed_lines(lesson->source, trial.source);
    if (chosen->edit->launch)
        trial.launches = { { lesson->variants[m_program.variant()].id, why->kernel, *chosen->edit->launch } };
    trial.before = lesson;
    trial.why = why;
    trial.predicted = chosen->share;
    trial.measured = measured;
    m_trial = std::make_shared<const AdviceTrial>(std::move(trial));
    m_tried_variant = m_program.variant();
    return true;
}

void Causes::end_trial(const EndTrial& result)
{
    if (m_trial == nullptr || m_trial->state != AdviceTrial::State::running || m_trial->source != result.source)
        return;
    auto ended = std::make_shared<AdviceTrial>(*m_trial);
    ended->state = result.refusal.empty() ? AdviceTrial::State::applied : AdviceTrial::State::refused;
    ended->refusal = result.refusal;
    m_trial = std::move(ended);
}

bool Causes::shows_trial() const
{
    if (m_trial == nullptr || m_tried_variant != m_program.variant() || m_trial->before->id != m_program.lesson()->id)
        return false;
    const lesson::Lesson& shown = *m_program.lesson();
    if (m_trial->state != AdviceTrial::State::applied)
        return shown.source == m_trial->before->source && shown.problem == m_trial->before->problem;
    auto launches = problem::relaunches_of(*m_trial->before->problem);
    launches.insert(launches.end(), m_trial->launches.begin(), m_trial->launches.end());
    return shown.source == m_trial->source && problem::relaunches_of(*shown.problem) == launches;
}

WhySection Causes::section(std::chrono::nanoseconds measured) const
{
    WhySection section;
    section.requested = m_requested;
    section.can_try = m_can_try;
    if (shows_trial()) {
        section.trial = m_trial;
        if (m_trial->state == AdviceTrial::State::applied && m_trial->measured.count() > 0)
            section.measured = measured;
    }
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

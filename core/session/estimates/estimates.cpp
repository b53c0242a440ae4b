#include "core/session/estimates/estimates.h"

#include "core/base/words.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace warpstage::session {

Estimates::Estimates(Program& program, Urgency urgency, Estimate estimate)
    : m_program(program)
    , m_urgency(urgency)
    , m_enabled(estimate != nullptr)
    , m_worker([estimate = std::move(estimate)](
                   Request& request, auto& progress) { return estimated(estimate, request, progress.stop()); })
{
}

auto Estimates::estimated(const Estimate& estimate, const Request& request, const std::stop_token& stop) -> Result<Known>
{
    const Subject& subject = request.subject;
    const auto& variant = subject.lesson->variants[subject.variant];
    auto plan = subject.lesson->problem->plan(variant, subject.settings);
    if (!plan)
        return plan.error();
    plan->variant = variant.id;
    const double work = plan->work_per_step;
    auto step = estimate(
        { request.programs, std::make_shared<const problem::Plan>(*std::move(plan)), subject.traits, subject.gpu }, stop);
    if (!step)
        return step.error();
    return Known { *std::move(step), work };
}

bool Estimates::is_estimable(std::size_t variant) const
{
    const auto& lesson = *m_program.lesson();
    return m_enabled && !lesson.problem->kernels(lesson.variants[variant]).empty();
}

Estimates::Subject Estimates::subject_of(std::size_t variant) const
{
    return { m_program.lesson(), variant, m_program.timed_settings(variant), m_architecture.traits,
        &m_architecture.assumed_gpu() };
}

void Estimates::take()
{
    if (!m_running)
        return;
    if (auto answer = m_worker.take()) {
        m_known.keep(*std::move(m_running), std::move(answer->result));
        m_running.reset();
    }
}

void Estimates::start(Subject subject)
{
    m_worker.request({ m_program.programs(), subject }, m_urgency);
    m_running = std::move(subject);
}

void Estimates::update(const arch::Architecture& architecture)
{
    m_architecture = architecture;
    m_complete = true;
    if (!m_enabled)
        return;
    take();
    const std::size_t present = m_program.variant();
    const std::size_t count = m_program.lesson()->variants.size();
    bool running_is_of_use = false;
    std::optional<Subject> next;
    for (std::size_t i = 0; i < count; ++i) {
        // The current variant, then the others in their order.
        const std::size_t variant = i == 0 ? present : i <= present ? i - 1 : i;
        if (!is_estimable(variant))
            continue;
        auto subject = subject_of(variant);
        if (m_known.find(subject) != nullptr)
            continue;
        m_complete = false;
        if (m_running == subject) {
            running_is_of_use = true;
            if (!next)
                return; // the current variant has the highest priority
        } else if (!next) {
            next = std::move(subject);
        }
    }
    // Only the current variant interrupts another estimate.
    if (m_running && (!running_is_of_use || (next && next->variant == present))) {
        m_worker.cancel();
        m_running.reset();
    }
    if (next && !m_running)
        start(*std::move(next));
}

EstimateSection Estimates::section(const std::string& device) const
{
    EstimateSection section;
    if (!m_enabled || m_architecture.traits == nullptr)
        return section;
    const auto& gpu = m_architecture.assumed_gpu();
    section.gpu = gpu.name;
    section.of_device = !device.empty() && arch::find_gpu(device) == &gpu;
    for (std::size_t variant = 0; variant < m_program.lesson()->variants.size(); ++variant) {
        auto& shown = section.variants.emplace_back();
        if (!is_estimable(variant))
            continue;
        const auto outcome = m_known.find(subject_of(variant));
        shown.state = outcome == nullptr ? VariantEstimate::State::pending
            : outcome->ok()              ? VariantEstimate::State::ready
                                         : VariantEstimate::State::impossible;
        if (outcome == nullptr)
            continue;
        if (!outcome->ok()) {
            shown.reason = outcome->error().message;
            continue;
        }
        shown.step = { outcome, &(*outcome)->step };
        const auto reference = section.variants[*section.reference()].step->time;
        shown.speed_up =
            static_cast<double>(reference.count()) / static_cast<double>(std::max<std::int64_t>(1, shown.step->time.count()));
    }
    const auto present = m_program.variant();
    const auto settings = m_program.chosen_settings(present).settings;
    const auto timed = m_program.timed_settings(present);
    for (const auto& parameter : m_program.lesson()->problem->parameters())
        if (settings.text(parameter.id) != timed.text(parameter.id))
            section.timed.push_back({ parameter.id, settings.text(parameter.id), timed.text(parameter.id) });
    if (const auto outcome = m_known.find(subject_of(present)); outcome != nullptr && outcome->ok()) {
        const double seconds = std::chrono::duration<double>((*outcome)->step.time).count();
        section.merit = seconds > 0.0 ? (*outcome)->work / seconds : 0.0;
    }
    return section;
}

} // namespace warpstage::session

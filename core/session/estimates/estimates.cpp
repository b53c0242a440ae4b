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
                   timing::EstimateRequest& request, auto& progress) { return estimate(request, progress.stop()); })
{
}

bool Estimates::is_estimable(std::size_t variant) const
{
    const auto& lesson = *m_program.lesson();
    return m_enabled && !lesson.problem->kernels(lesson.variants[variant]).empty();
}

Estimates::Subject Estimates::subject_of(std::size_t variant) const
{
    return { m_program.lesson(), variant, m_program.chosen_settings(variant).settings, m_architecture.traits,
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

void Estimates::start(std::size_t variant, Subject subject)
{
    const auto plan = m_program.plan_of(variant);
    if (plan == nullptr) {
        m_known.keep(std::move(subject), Error { tr("This variant does not accept the current parameters.") });
        return;
    }
    m_worker.request({ m_program.programs(), plan, subject.traits, subject.gpu }, m_urgency);
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
    std::optional<std::pair<std::size_t, Subject>> next;
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
        } else if (!next && (variant == present || m_program.plan_is_ready(variant))) {
            next.emplace(variant, std::move(subject));
        }
    }
    // Only the current variant interrupts another estimate.
    if (m_running && (!running_is_of_use || (next && next->first == present))) {
        m_worker.cancel();
        m_running.reset();
    }
    if (next && !m_running)
        start(next->first, std::move(next->second));
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
        shown.step = { outcome, &**outcome };
        const auto reference = section.variants[*section.reference()].step->time;
        shown.speed_up =
            static_cast<double>(reference.count()) / static_cast<double>(std::max<std::int64_t>(1, shown.step->time.count()));
    }
    const auto present = section.of(m_program.variant());
    const auto plan = m_program.known_plan(m_program.variant());
    if (present.step != nullptr && plan != nullptr && present.step->time.count() > 0)
        section.merit = plan->work_per_step / std::chrono::duration<double>(present.step->time).count();
    return section;
}

} // namespace warpstage::session

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
    , m_published_worker([](PublishedRequest& request, auto& progress) {
        return timing::estimate_published(request.programs, request.figure, progress.stop());
    })
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

problem::Settings Estimates::timed_settings(std::size_t variant) const
{
    auto settings = m_program.timed_settings(variant);
    for (const auto& [parameter, value] : m_extra.timed)
        static_cast<void>(
            settings.set(m_program.lesson()->problem->parameters(), parameter, value).ok()); // checked by resolve_cue()
    return settings;
}

Estimates::Subject Estimates::subject_of(std::size_t variant) const
{
    return { m_program.lesson(), variant, timed_settings(variant), m_architecture.traits, &m_architecture.assumed_gpu() };
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

std::optional<Estimates::Subject> Estimates::swept_subject(const std::string& value) const
{
    Subject subject = subject_of(m_program.variant());
    if (!subject.settings.set(m_program.lesson()->problem->parameters(), m_extra.swept, value))
        return std::nullopt;
    return subject;
}

std::vector<Estimates::Subject> Estimates::wanted() const
{
    const std::size_t present = m_program.variant();
    std::vector<Subject> subjects;
    for (std::size_t i = 0; i < m_program.lesson()->variants.size(); ++i)
        if (const std::size_t variant = i == 0 ? present : i <= present ? i - 1 : i; is_estimable(variant))
            subjects.push_back(subject_of(variant));
    if (is_estimable(present))
        for (const std::string& value : m_extra.values)
            if (auto subject = swept_subject(value))
                subjects.push_back(*std::move(subject));
    return subjects;
}

void Estimates::update_published()
{
    if (m_published.lesson != m_program.lesson()) {
        m_published_worker.cancel();
        m_published = {};
    } else if (auto answer = m_published_worker.take())
        m_published.rows[m_published.estimated++] = std::move(answer->result);
    if (m_extra.published == nullptr)
        return;
    if (m_published.lesson == nullptr) {
        m_published.lesson = m_program.lesson();
        for (auto& figure : timing::estimable_figures(*m_extra.published, *m_published.lesson))
            m_published.rows.push_back({ std::move(figure), 0.0, 0.0, {} });
    }
    if (m_published.estimated == m_published.rows.size())
        return;
    if (m_complete && !m_published_worker.pending())
        m_published_worker.request({ m_program.programs(), m_published.rows[m_published.estimated].figure }, m_urgency);
    m_complete = false;
}

void Estimates::update(const arch::Architecture& architecture, const ExtraEstimates& extra)
{
    m_complete = true;
    if (!m_enabled)
        return;
    m_architecture = architecture;
    m_extra = extra;
    update_wanted();
    update_published();
}

void Estimates::update_wanted()
{
    take();
    const std::size_t present = m_program.variant();
    bool running_is_of_use = false;
    std::optional<Subject> next;
    for (Subject& subject : wanted()) {
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
    if (m_running && (!running_is_of_use || (next && *next == subject_of(present)))) {
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
    if (m_extra.published != nullptr)
        section.published = m_published.rows;
    const auto present = m_program.variant();
    if (is_estimable(present))
        section.swept = m_extra.swept;
    const auto merit_of = [](const std::shared_ptr<const Result<Known>>& outcome) {
        const double seconds =
            outcome != nullptr && outcome->ok() ? std::chrono::duration<double>((*outcome)->step.time).count() : 0.0;
        return seconds > 0.0 ? (*outcome)->work / seconds : 0.0;
    };
    for (const std::string& value : m_extra.values)
        if (const auto subject = section.swept.empty() ? std::nullopt : swept_subject(value))
            section.curve.push_back({ value, merit_of(m_known.find(*subject)) });
    const auto settings = m_program.chosen_settings(present).settings;
    const auto timed = timed_settings(present);
    for (const auto& parameter : m_program.lesson()->problem->parameters())
        if (settings.text(parameter.id) != timed.text(parameter.id))
            section.timed.push_back({ parameter.id, settings.text(parameter.id), timed.text(parameter.id) });
    section.merit = is_estimable(present) ? merit_of(m_known.find(subject_of(present))) : 0.0;
    return section;
}

} // namespace warpstage::session

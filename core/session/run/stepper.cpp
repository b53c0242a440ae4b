#include "core/session/run/stepper.h"

#include "core/base/text.h"
#include "core/base/words.h"
#include "core/simt/faults/fault.h"

#include <algorithm>
#include <sstream>
#include <utility>
#include <variant>

namespace warpstage::session {

namespace {

// The sentences of `warpstage exec --explain-after` in one line, because a notice shows only one.
std::string waits_text(const simt::Hang& hang)
{
    std::istringstream lines(simt::to_text(hang));
    std::string all;
    for (std::string line; std::getline(lines, line);)
        all += (all.empty() ? "" : "; ") + line.substr(std::min(line.size(), line.find_first_not_of(' ')));
    return trf("While it runs, block {}: {}.", simt::text_of(hang.block()), all);
}

} // namespace

Stepper::Stepper(Program& program, Engines& engines, Notices& notices, LaunchTrial::Try trial, double share)
    : m_program(program)
    , m_engines(engines)
    , m_notices(notices)
    , m_gate(program, engines, std::move(trial))
    , m_share(share)
{
}

void Stepper::fail(const std::string& message, Cause cause)
{
    m_broken = true;
    if (cause == Cause::engine && m_engines.on_gpu())
        m_engines.leave_gpu(text::sentence(message));
    else
        m_notices.add(Severity::fault, message);
}

void Stepper::restart()
{
    m_must_adopt = true;
    m_contents = engine::Contents::initial;
    m_discard_step = true;
    m_broken = false;
    m_rests_until = {};
    m_steps = 0;
    engine().interrupt(engine::Interruption::at_once);
}

void Stepper::change_plan()
{
    m_must_adopt = true;
    m_broken = false;
    m_rests_until = {};
    m_rate.clear();
    // A step of many seconds must not delay the new variant.
    if (!idle()) {
        m_discard_step = true;
        engine().interrupt(engine::Interruption::harmless);
    }
}

void Stepper::change_engine()
{
    m_adopted = nullptr;
    m_must_load = true;
    m_timings.clear();
}

void Stepper::offer_vertex_buffers(std::vector<engine::Engine::SharedBuffer> buffers)
{
    m_vertex_buffers = std::move(buffers);
    m_must_load = true;
    m_must_adopt = true;
}

void Stepper::toggle_pause()
{
    m_playing = !m_playing;
    if (!m_playing && m_is_long) { // else the window shows a pause, and the processor still runs the loop
        restart();
        m_notices.add(Severity::information, tr("The kernel was stopped. Space runs it again from the start."));
    }
    m_broken = false;
    m_rate.clear();
}

void Stepper::ask_waits()
{
    if (m_playing && !m_engines.on_gpu())
        engine().ask_waits();
    else
        m_notices.add(Severity::information, tr("No kernel is running on the virtual machine."));
}

TimingLog Stepper::exchange_times(TimingLog times)
{
    m_rate.clear();
    return std::exchange(m_timings, std::move(times));
}

std::optional<engine::StepOutcome> Stepper::collect(Time now)
{
    if (idle())
        return std::nullopt;
    // A step of a user's kernel may contain an endless loop.
    constexpr std::chrono::seconds kLongRun { 3 };
    const auto& lesson = *m_program.lesson();
    if (m_started && now - *m_started >= kLongRun && !lesson.origin.outside.empty() && !m_engines.on_gpu()
        && m_adopted_variant < lesson.variants.size()) {
        m_started.reset();
        m_is_long = true;
        m_notices.add(Severity::attention,
            trf("The kernel of {} has been running for {} seconds. Space stops it.", lesson.variants[m_adopted_variant].label,
                kLongRun.count()));
        engine().ask_waits();
    }
    if (std::optional<simt::Hang> waits = engine().take_waits()) {
        m_waits = std::make_shared<const simt::Hang>(*std::move(waits));
        m_notices.add(Severity::attention, waits_text(*m_waits));
    }
    auto outcome = engine().poll();
    if (!outcome) {
        fail(outcome.error().message);
        return std::nullopt;
    }
    if (!outcome->has_value() || std::exchange(m_discard_step, false) || !take(**outcome, now))
        return std::nullopt;
    if (const auto sampling = m_quiet.timing().ran((*outcome)->timing.total))
        m_timings.add(m_adopted_variant, (*outcome)->timing, *sampling);
    else
        (*outcome)->spans.clear(); // they are not drawn either
    return *std::move(outcome);
}

bool Stepper::take(const engine::StepOutcome& outcome, Time now)
{
    if (outcome.trap) {
        fail(outcome.trap->message, Cause::kernel);
        return false;
    }
    ++m_steps;
    m_rate.step_finished(now);
    rest_after_step(now);
    return true;
}

void Stepper::rest_after_step(Time now)
{
    constexpr std::uint64_t kEnough = 21; // as many times as `bench` takes
    constexpr std::chrono::seconds kLongest { 2 };
    const auto& scene = m_adopted->scene;
    const bool moves =
        std::holds_alternative<problem::ParticleScene>(scene) || std::holds_alternative<problem::TransferScene>(scene);
    if (m_share >= 1.0 || moves || m_timings.step(m_adopted_variant).samples < kEnough)
        return;
    const auto rest = std::chrono::duration_cast<Time::duration>((now - m_begun) * (1.0 / m_share - 1.0));
    m_rests_until = now + std::min<Time::duration>(rest, kLongest);
}

bool Stepper::may_be_adopted()
{
    const auto answer = m_gate.ask();
    if (answer == LaunchGate::Answer::fault)
        fail(trf("{} A trial detected this; these kernels are not launched on the GPU.", text::sentence(m_gate.fault())),
            Cause::kernel);
    return answer == LaunchGate::Answer::launch;
}

bool Stepper::adopt(GpuUse gpu)
{
    if (!idle() || m_broken)
        return false;
    m_discard_step = false;
    if (!m_must_adopt || (gpu == GpuUse::counting && m_engines.on_gpu()) || !may_be_adopted())
        return false;
    m_must_adopt = false;
    if (std::exchange(m_must_load, false)) {
        if (auto loaded = engine().load(m_program.lesson()); !loaded) {
            fail(loaded.error().message);
            return false;
        }
        if (!m_vertex_buffers.empty()) {
            if (auto shared = engine().share(m_vertex_buffers); !shared && m_engines.on_gpu())
                m_notices.add(Severity::information, shared.error().message);
        }
    }
    auto plan = m_program.plan_of(m_program.variant());
    if (plan == nullptr) {
        m_broken = true;
        return false;
    }
    if (auto adopting = engine().adopt(plan, std::exchange(m_contents, engine::Contents::keep)); !adopting) {
        fail(adopting.error().message);
        return false;
    }
    m_adopted = std::move(plan);
    m_adopted_variant = m_program.variant();
    m_quiet.timing().restart(*m_adopted, m_engines.on_gpu() ? QuietTiming::Device::shared : QuietTiming::Device::alone);
    if (const auto chosen = m_program.chosen_settings(m_adopted_variant); !chosen.tuned.empty())
        m_notices.add(Severity::information, trf("Tuned for {}: {}", engine().description().name, chosen.tuned));
    return true;
}

std::optional<engine::StepOutcome> Stepper::start(GpuUse gpu, Time now)
{
    // The kernels before an edit run until the edited kernels may be adopted.
    const bool goes_on = !m_must_adopt
        || (m_adopted != nullptr && m_adopted_variant == m_program.variant() && m_contents == engine::Contents::keep);
    if (!idle() || m_broken || !goes_on || !m_playing || gpu == GpuUse::counting || now < m_rests_until)
        return std::nullopt;
    const auto next = m_must_adopt ? QuietTiming::Next::run : m_quiet.timing().next(now);
    if (next == QuietTiming::Next::hold)
        return hold(now);
    if (next == QuietTiming::Next::sample) {
        const auto sample = m_quiet.sample(engine(), *m_adopted, now);
        if (!sample) {
            fail(sample.error().message);
            return std::nullopt;
        }
        if (*sample)
            m_timings.add(m_adopted_variant, **sample, Sampling::quiet_series);
    }
    m_started = now;
    m_begun = now;
    m_is_long = false;
    m_waits.reset();
    if (auto started = engine().start(); !started)
        fail(started.error().message);
    return std::nullopt;
}

std::optional<engine::StepOutcome> Stepper::hold(Time now)
{
    auto outcome = m_quiet.hold(engine(), now);
    if (!outcome) {
        fail(outcome.error().message);
        return std::nullopt;
    }
    if (!take(*outcome, now))
        return std::nullopt;
    m_timings.add(m_adopted_variant, outcome->timing, Sampling::quiet_step);
    return *std::move(outcome);
}

TimingSection Stepper::section(const Replay* replay) const
{
    TimingSection section;
    section.playing = m_playing;
    section.steps = m_steps;
    section.steps_per_second = m_rate.per_second();
    const auto variant = m_program.variant();
    const auto& variants = m_program.lesson()->variants;
    const bool virtual_device = replay == nullptr ? m_program.engine_kind() == EngineKind::vm : replay->origin.emulated;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        auto& shown = section.variants.emplace_back();
        if (replay == nullptr) {
            shown.timing = m_timings.step(i);
        } else if (const auto kept = std::ranges::find(replay->times, variants[i].id, &Replay::Times::variant);
                   kept != replay->times.end()) {
            shown.timing = kept->timing;
            if (i == variant && kept->timing.samples != 0)
                section.works = kept->works;
        }
        shown.emulated = virtual_device && !m_program.lesson()->problem->kernels(variants[i]).empty();
        if (shown.timing.samples != 0)
            shown.speed_up = static_cast<double>(section.variants[*section.reference(i)].timing.median.count())
                / static_cast<double>(std::max<std::int64_t>(1, shown.timing.median.count()));
    }
    if (replay == nullptr) {
        section.works = m_timings.works(variant);
        section.history.assign(m_timings.history().begin(), m_timings.history().end());
    }
    const auto plan = m_program.known_plan(variant);
    if (plan == nullptr)
        return section;
    section.merit_unit = plan->work_unit;
    if (const auto limit = m_engines.limit_of(*plan, section.variants[variant].timing.sampling)) {
        section.merit_limit = limit->merit;
        section.limit_name = limit->name;
    }
    const auto& step = section.variants[variant].timing;
    if (step.samples != 0 && step.median.count() > 0)
        section.merit = plan->work_per_step / std::chrono::duration<double>(step.median).count();
    return section;
}

} // namespace warpstage::session

#include "core/session/session.h"

#include "core/base/concurrency/background.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/session/session_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::session {

namespace {

Result<std::size_t> variant_index(const lesson::Lesson& lesson, const std::string& id)
{
    if (id.empty())
        return lesson.opening.variant;
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < lesson.variants.size(); ++i) {
        if (lesson.variants[i].id == id)
            return i;
        ids.push_back(lesson.variants[i].id);
    }
    if (const auto near = text::nearest(id, ids); !near.empty())
        return Error { fmt::format("Lesson `{}` has no variant `{}`. Did you mean `{}`?", lesson.id, id, near) };
    return Error { fmt::format("Lesson `{}` has no variant `{}`. Its variants are {}.", lesson.id, id, text::alternatives(ids)) };
}

} // namespace

Result<std::unique_ptr<Session>> Session::create(std::shared_ptr<const lesson::Catalog> catalog, const SessionOptions& options)
{
    if (catalog->lessons().empty())
        return Error {
            "No lesson could be loaded. Run `warpstage list` for the reasons and `warpstage doctor` for the lesson folders."
        };
    auto lesson = options.lesson.empty() ? Result<std::shared_ptr<const lesson::Lesson>> { catalog->lessons().front() }
                                         : catalog->find(options.lesson);
    if (!lesson)
        return lesson.error();
    auto variant = variant_index(**lesson, options.variant);
    if (!variant)
        return variant.error();

    auto engines = Engines::open(options.engine, options.gpu, options.limits_folder, options.urgency);
    if (!engines)
        return engines.error();
    auto state = std::make_unique<State>(std::move(catalog), *std::move(engines), options);
    auto& program = state->program;
    state->select_lesson(*program.lessons().index_of((*lesson)->id), *variant);
    auto settings = program.settings();
    Program::ParameterIds explicitly_set;
    for (const auto& [id, value] : options.parameters) {
        if (auto set = settings.set((*lesson)->problem->parameters(), id, value); !set)
            return set.error();
        explicitly_set.insert(id);
    }
    if (auto used = program.use_settings(std::move(settings), std::move(explicitly_set), *variant); !used)
        return used.error();
    state->draw_snapshot({});
    return std::unique_ptr<Session>(new Session(std::move(state)));
}

Session::State::State(std::shared_ptr<const lesson::Catalog> catalog, Engines opened, const SessionOptions& options)
    : program(std::move(catalog), options.tuned, notices, options.urgency)
    , engines(std::move(opened))
    , stepper(program, engines, notices, options.trial, options.share_of_steps)
    , scene(program, stepper, notices, options.urgency)
    , recordings(program, stepper, notices, options.urgency)
    , partitions(program, options.urgency)
    , machine_codes(options.urgency)
    , estimates(program, options.urgency, options.estimate)
    , causes(program, options.urgency, options.tries_advice ? Causes::Trials::possible : Causes::Trials::impossible)
    , walkthrough(program, options.published)
    , counters(program, notices, options.urgency)
    , step_counts(program, options.urgency)
    , sm(program, timing::model_sm, options.urgency)
{
    static_cast<void>(program.use_device(engines.current().description()));
}

Session::Session(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}

Session::~Session()
{
    m_state->stepper.engine().interrupt(engine::Interruption::at_once);
}

void Session::submit(Command command)
{
    m_state->queue.push(std::move(command));
}

void Session::State::execute_ready_commands(Time now)
{
    const auto is_ready = [&](const Command& command) {
        const auto wanted = input_of(command);
        return !wanted || program.preparation().ready(*wanted);
    };
    if (queue.execute_ready(now, is_ready, [&](const Command& command) { execute(command, now); }))
        notices.add(Severity::information, tr("Generating input; the current run continues."));
}

void Session::State::collect(Time now)
{
    if (const auto outcome = stepper.collect(now))
        scene.show_step(*outcome);
    scene.collect();
    recordings.collect();
    counters.collect();
}

void Session::State::record_next(Time now)
{
    const auto refresh = player.playback().controlled() ? Recordings::Refresh::never : Recordings::Refresh::allowed;
    auto request = recordings.next(now, traits(), refresh);
    if (!request)
        return;
    scene.watch_drift(*request);
    recordings.record(*std::move(request));
}

void Session::State::start_next(Time now)
{
    // A problem caches one input: while a command waits for new input, no plans with the current input may be requested.
    if (queue.empty()) {
        if (stepper.idle())
            counters.start_hardware(traits(), stepper.gate().reason_against_gpu(), engines.gpu());
        counters.start_on_vm(traits(), estimated_architecture());
        // Between two steps the engine is idle, and its contents can be copied for a recording.
        record_next(now);
        update_estimates();
        step_counts.update(comparison.variant(), traits());
    }
    const auto gpu = counters.holds_gpu() ? Stepper::GpuUse::counting : Stepper::GpuUse::free;
    if (stepper.adopt(gpu))
        scene.show_adopted();
    if (const auto refusal = stepper.gate().take_refusal(); !refusal.empty()) {
        notices.add(Severity::attention, refusal, Notices::Topic::other);
        change_engine(engines.kind_for(*program.lesson()));
    }
    if (const auto outcome = stepper.start(gpu, now))
        scene.show_step(*outcome);
    // A GPU without memory, a kernel that it cannot run, or a lost device: the lecture goes on.
    if (const auto reason = engines.take_failure()) {
        notices.add(engines.has_gpu() ? Severity::attention : Severity::fault,
            trf("{} The virtual machine runs the kernels now.", *reason), Notices::Topic::other);
        queue.push(SelectEngine { engine::EngineKind::vm }); // its input may have to be generated first
    }
}

void Session::State::select_for_cue()
{
    const auto recording = recordings.shown();
    if (!walkthrough.awaits_recording() || recording == nullptr)
        return;
    if (const auto pc = walkthrough.access_in(*recording, *recordings.assessment_of(program.variant(), traits()))) {
        selection.select_access(*pc, recording.get(), player.playback());
        const auto step = analysis::costliest_step(*recording, *pc, walkthrough.cue()->warp, traits());
        if (step && walkthrough.reveals())
            player.hold(*step);
    }
}

void Session::tick(std::chrono::steady_clock::time_point now)
{
    auto& state = *m_state;
    state.ticked_at = now;
    state.notices.advance(now);
    state.execute_ready_commands(now);
    state.collect(now);
    state.start_next(now);
    state.player.playback().advance(now, state.stepper.playing());
    state.comparison.playback().advance(now, state.stepper.playing());
    state.select_for_cue();
    state.draw_snapshot(now);
}

void Session::settle()
{
    auto& state = *m_state;
    if (auto& preparation = state.program.preparation(); preparation.running()) {
        const bool commanded = !state.queue.empty();
        while (!state.queue.empty()) {
            state.execute_ready_commands(state.ticked_at);
            let_background_work(std::chrono::milliseconds(1));
        }
        if (commanded)
            state.draw_snapshot(state.ticked_at);
        preparation.wait();
        state.record_next(state.ticked_at);
    }
    state.stepper.gate().wait();
    state.recordings.wait_until_idle();
    state.partitions.wait_until_idle();
    state.machine_codes.wait_until_idle();
    if (state.queue.empty()) {
        state.update_estimates();
        while (!state.estimates.complete() || !state.causes.complete()) {
            state.program.preparation().wait();
            state.estimates.wait_until_idle();
            state.causes.wait_until_idle();
            state.update_estimates();
        }
        state.step_counts.update(state.comparison.variant(), state.traits());
        while (!state.step_counts.complete()) {
            state.program.preparation().wait();
            state.step_counts.wait_until_idle();
            state.step_counts.update(state.comparison.variant(), state.traits());
        }
    }
    state.counters.wait_until_idle();
    state.sm.wait_until_idle();
    // A GPU that has failed never ends its step; a notice states the reason.
    while (!state.stepper.idle() && !state.stepper.broken()) {
        if (const auto outcome = state.stepper.collect(state.ticked_at))
            state.scene.show_step(*outcome);
        let_background_work(std::chrono::microseconds(50));
    }
    state.scene.wait_for_matrix();
}

std::shared_ptr<const Snapshot> Session::snapshot() const
{
    return m_state->snapshot;
}

void Session::finish_drawing_with(std::function<void()> finish)
{
    m_state->stepper.finish_drawing_with(std::move(finish));
}

void Session::offer_vertex_buffers(std::vector<VertexBuffer> buffers)
{
    m_state->stepper.offer_vertex_buffers(std::move(buffers));
}

} // namespace warpstage::session

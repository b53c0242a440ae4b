#include "core/session/session.h"

#include "core/base/text.h"
#include "core/engine/gpu/gpu_engine.h"
#include "core/engine/limits/limits_file.h"
#include "core/engine/vm_engine.h"
#include "core/session/session_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace warpstage::session {

namespace {

Result<std::size_t> variant_index(const lesson::Lesson& lesson, const std::string& id)
{
    if (id.empty())
        return std::size_t { 0 };
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < lesson.variants.size(); ++i) {
        if (lesson.variants[i].id == id)
            return i;
        ids.push_back(lesson.variants[i].id);
    }
    return Error { fmt::format("Lesson `{}` has no variant `{}`; it has {}.", lesson.id, id, text::alternatives(ids)) };
}

} // namespace

Result<std::unique_ptr<Session>> Session::create(std::shared_ptr<const lesson::Catalog> catalog, const SessionOptions& options)
{
    if (catalog->lessons().empty())
        return Error {
            "No lesson could be loaded; `warpstage list` says why, `warpstage doctor` says where lessons are looked for."
        };
    auto lesson = options.lesson.empty() ? Result<std::shared_ptr<const lesson::Lesson>> { catalog->lessons().front() }
                                         : catalog->find(options.lesson);
    if (!lesson)
        return lesson.error();
    auto variant = variant_index(**lesson, options.variant);
    if (!variant)
        return variant.error();

    auto state = std::make_unique<State>();
    state->catalog = std::move(catalog);
    state->published = options.published;
    state->trial.set(options.trial);
    if (options.tuned != nullptr)
        state->tuned = options.tuned;
    state->urgency = options.urgency;
    state->vm = engine::make_vm_engine({}, options.urgency);
    if (options.engine != engine::EngineKind::vm) {
        auto gpu = engine::make_gpu_engine(options.gpu);
        if (gpu) {
            state->gpu = std::move(*gpu);
            state->limits = engine::kept_limits(options.limits_folder, state->gpu->description());
        } else if (options.engine == engine::EngineKind::gpu)
            return gpu.error();
        else
            state->gpu_absence = gpu.error().message;
    }
    state->engine = state->gpu != nullptr ? state->gpu.get() : state->vm.get();
    state->worker = std::make_unique<RecordingWorker>(options.urgency);

    const auto& lessons = state->catalog->lessons();
    state->change_lesson(static_cast<std::size_t>(std::ranges::find(lessons, *lesson) - lessons.begin()));
    for (const auto& [id, value] : options.parameters) {
        if (auto set = state->settings.set(state->lesson->problem->parameters(), id, value); !set)
            return set.error();
        state->said.insert(id);
    }
    if (auto plan = state->preparation.plan({ state->lesson, *variant, state->settings }); !plan)
        return plan.error();
    state->change_variant(*variant, {});
    state->compared = state->twin_of(*variant);
    state->switched_at.reset();
    state->draw_snapshot({});
    return std::unique_ptr<Session>(new Session(std::move(state)));
}

Session::Session(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}

Session::~Session()
{
    m_state->engine->interrupt(engine::Interruption::at_once);
}

void Session::submit(Command command)
{
    m_state->commands.push_back(std::move(command));
}

void Session::tick(std::chrono::steady_clock::time_point now)
{
    auto& state = *m_state;
    state.ticked_at = now;
    state.obey_those_ready(now);
    state.collect_step(now);
    state.collect_matrix(now);
    // Between two steps the engine is idle and what it has computed can be copied for a recording.
    state.collect_recording(now);
    state.collect_counters();
    // Problems keep one input: while a command waits for another one, nobody asks for plans with the present one.
    if (state.commands.empty()) {
        state.start_counting(now);
        state.map_heat(now);
        state.request_recording(now);
    }
    state.prepare_and_start(now);
    state.playback.advance(now, state.playing);
    state.compared_playback.advance(now, state.playing);
    state.notices.expire(now);
    state.select_for_cue();
    state.draw_snapshot(now);
}

void Session::settle()
{
    auto& state = *m_state;
    if (state.preparation.running()) {
        const bool commanded = !state.commands.empty();
        while (!state.commands.empty()) {
            state.obey_those_ready(state.ticked_at);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        if (commanded)
            state.draw_snapshot(state.ticked_at);
        state.preparation.wait();
        state.request_recording(state.ticked_at);
    }
    state.trial.wait();
    state.worker->wait_until_idle();
    state.counter_worker.wait_until_idle();
    state.heat_worker.wait_until_idle();
    // A GPU that has failed never ends its step: the notice says why.
    while (!state.engine->idle() && !state.broken) {
        state.collect_step(state.ticked_at);
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    state.matrix_reader.wait();
}

std::shared_ptr<const Snapshot> Session::snapshot() const
{
    return m_state->snapshot;
}

void Session::offer_vertex_buffers(std::vector<VertexBuffer> buffers)
{
    auto& state = *m_state;
    state.vertex_buffers = std::move(buffers);
    state.must_load = true;
    state.must_adopt = true;
}

} // namespace warpstage::session

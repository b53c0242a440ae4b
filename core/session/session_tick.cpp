// One frame of the session: what has ended is collected, what is due is started. Nothing here waits.
#include "core/base/text.h"
#include "core/engine/variant_run.h"
#include "core/problem/buffers/bytes.h"
#include "core/session/session_state.h"
#include "core/session/transfer_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace warpstage::session {

namespace {

// The recorded block is refreshed this often while bodies move, so that the divergence shown is of now.
constexpr std::chrono::milliseconds kRecordingInterval { 250 };

bool moves(const problem::Plan& plan)
{
    return std::holds_alternative<problem::ParticleScene>(plan.scene);
}

bool has_kernel_to_record(const problem::Plan& plan)
{
    return plan.recorded_work < plan.step.size();
}

} // namespace

std::shared_ptr<const problem::Plan> Session::State::plan_of(std::size_t index, Time now)
{
    auto& plan = plans[index];
    if (plan == nullptr) {
        const auto chosen = chosen_settings(index);
        if (!chosen.mistake.empty() && index == variant)
            notices.add(Severity::attention, chosen.mistake, now);
        auto made = preparation.plan({ lesson, index, chosen.settings });
        if (!made) {
            if (index == variant)
                notices.add(Severity::attention, made.error().message, now);
            return nullptr;
        }
        plan = *std::move(made);
    }
    return plan;
}

bool Session::State::plan_is_there(std::size_t index)
{
    const auto known = plans.find(index);
    if (known != plans.end() && known->second != nullptr)
        return true;
    return preparation.ready_ahead({ lesson, index, chosen_settings(index).settings }, urgency);
}

void Session::State::collect_step(Time now)
{
    if (engine->idle())
        return;
    auto outcome = engine->poll();
    if (!outcome) {
        broken = true;
        notices.add(Severity::fault, outcome.error().message, now);
        return;
    }
    if (!outcome->has_value() || std::exchange(discard_step, false))
        return;
    if (const auto& trap = (*outcome)->trap) {
        broken = true;
        notices.add(Severity::fault, trap->message, now);
        return;
    }
    ++steps;
    rate.step_finished(now);
    timings.add(adopted_variant, (*outcome)->timing);
    take_particles(now);
    ask_for_matrix(now);
    take_transfers(**outcome);
}

// A fault on a GPU ends all that computes there, with some drivers in other processes too.
bool Session::State::may_be_adopted(Time now)
{
    if (engine != gpu.get() || !lesson->edited)
        return true;
    const auto verdict = trial.verdict({ lesson, variant, chosen_settings(variant).settings });
    if (!verdict)
        return false;
    if (verdict->empty())
        return true;
    broken = true;
    notices.add(
        Severity::fault, text::sentence(*verdict) + " The virtual machine saw it; the GPU does not get these kernels.", now);
    return false;
}

void Session::State::adopt_shown(Time now)
{
    must_adopt = false;
    const auto fail = [&](const Error& error) {
        broken = true;
        notices.add(Severity::fault, error.message, now);
    };
    if (std::exchange(must_load, false)) {
        if (auto loaded = engine->load(lesson); !loaded)
            return fail(loaded.error());
        if (!vertex_buffers.empty()) {
            if (auto shared = engine->share(vertex_buffers); !shared && engine == gpu.get())
                notices.add(Severity::information, shared.error().message, now);
        }
    }
    auto plan = plan_of(variant, now);
    if (plan == nullptr) {
        broken = true;
        return;
    }
    if (auto adopting = engine->adopt(plan, std::exchange(contents, engine::Contents::keep)); !adopting)
        return fail(adopting.error());
    adopted = std::move(plan);
    adopted_variant = variant;
    matrix_due = true;
    if (const auto chosen = chosen_settings(variant); !chosen.tuned.empty())
        notices.add(Severity::information, "Tuned for " + engine->description().name + ": " + chosen.tuned, now);
    take_particles(now);
}

void Session::State::prepare_and_start(Time now)
{
    if (!engine->idle() || broken)
        return;
    discard_step = false;
    if (must_adopt && may_be_adopted(now))
        adopt_shown(now);
    // What ran before an edit goes on until the kernels after it may be adopted.
    const bool goes_on = !must_adopt || (adopted != nullptr && adopted_variant == variant && contents == engine::Contents::keep);
    if (broken || !goes_on || !playing || counter_worker.holds_gpu())
        return;
    if (auto started = engine->start(); !started) {
        broken = true;
        notices.add(Severity::fault, started.error().message, now);
    }
}

void Session::State::take_particles(Time now)
{
    const auto* scene = adopted == nullptr ? nullptr : std::get_if<problem::ParticleScene>(&adopted->scene);
    if (scene == nullptr || !engine->idle())
        return;
    auto frame = std::make_shared<ParticleFrame>();
    frame->count = scene->count;
    frame->radius = scene->radius;
    frame->speed = scene->speed;
    frame->serial = ++particle_serial;
    if (scene->threads) {
        frame->threads = scene->threads->per_block;
        frame->bodies_a_thread = scene->threads->bodies_per_thread;
    }
    frame->in_shared_buffers = engine->is_shared(adopted->buffers[scene->x].name);
    const auto copy = [&](problem::BufferIndex buffer, std::vector<float>& values) {
        values.resize(scene->count);
        if (auto read = engine->read(buffer, std::as_writable_bytes(std::span(values))); !read)
            notices.add(Severity::fault, read.error().message, now);
    };
    if (scene->z && scene->vz) {
        copy(*scene->z, frame->z);
        copy(*scene->vz, frame->vz);
    }
    if (!frame->in_shared_buffers) {
        copy(scene->x, frame->x);
        copy(scene->y, frame->y);
        copy(scene->vx, frame->vx);
        copy(scene->vy, frame->vy);
    }
    particles = std::move(frame);
}

// Every step computes the same matrix again, so one look at it is enough, however large it is.
void Session::State::ask_for_matrix(Time now)
{
    const auto* scene = adopted == nullptr ? nullptr : std::get_if<problem::MatrixScene>(&adopted->scene);
    if (scene == nullptr || !std::exchange(matrix_due, false))
        return;
    std::vector<problem::MatrixScene> scenes { *scene };
    const auto sources = sources_of(*scene);
    scenes.insert(scenes.end(), sources.begin(), sources.end());
    std::vector<MatrixReader::Wanted> wanted;
    for (const auto& one : scenes) {
        auto content = engine->copy(one.matrix);
        if (!content) {
            notices.add(Severity::fault, content.error().message, now);
            return;
        }
        wanted.push_back({ one, adopted->buffers[one.matrix].name, *std::move(content) });
    }
    matrix_reader.read(std::move(wanted), urgency);
}

void Session::State::collect_matrix(Time now)
{
    const auto read = matrix_reader.take();
    if (!read)
        return;
    if (*read)
        matrix = **read;
    else
        notices.add(Severity::fault, read->error().message, now);
}

void Session::State::take_transfers(const engine::StepOutcome& outcome)
{
    const auto seen = (adopted_variant == variant && !outcome.spans.empty()) ? measured_transfers(*adopted, outcome.spans)
                                                                             : std::optional<TransferFrame> {};
    if (seen)
        transfers = std::make_shared<const TransferFrame>(*seen);
}

// The state that a recording begins with is there anyway.
void Session::State::watch_drift(const RecordingRequest& request)
{
    drift.collect();
    const auto* scene = std::get_if<problem::ParticleScene>(&request.plan->scene);
    if (scene == nullptr || scene->drift != problem::ParticleScene::Drift::watched || scene->count > DriftWatch::kMostBodies
        || request.contents.empty() || !drift.idle())
        return;
    const auto wide = [&](problem::BufferIndex buffer) {
        const auto numbers = problem::as_numbers<float>(std::span<const std::byte> { request.contents.at(buffer) });
        return std::vector<double>(numbers.begin(), numbers.end());
    };
    drift.look_at({ wide(scene->x), wide(scene->y), wide(scene->vx), wide(scene->vy) }, steps, urgency);
}

void Session::State::collect_recording(Time now)
{
    auto finished = worker->take();
    if (!finished)
        return;
    const auto of = std::exchange(recording_of, std::nullopt);
    if (finished->tag != generation || !of)
        return;
    if (!finished->recording) {
        unrecordable.insert(*of);
        if (*of == variant)
            notices.add(Severity::attention, finished->recording.error().message, now);
        return;
    }
    recordings[*of] = *finished->recording;
    assessments[*of] = { *finished->recording, finished->assessment };
}

void Session::State::collect_counters()
{
    if (auto found = counter_worker.take())
        counters = std::make_shared<const CounterView>(std::move(*found));
}

void Session::State::start_counting(Time now)
{
    if (!counting_due || !engine->idle())
        return;
    counting_due = false;
    const auto plan = plan_of(variant, now);
    if (plan == nullptr || !has_kernel_to_record(*plan)) {
        counters = nullptr;
        notices.add(Severity::attention, "This variant runs on the host: there is no kernel to count.", now);
        return;
    }
    CounterRequest request { lesson, programs, plan, &traits(), {} };
    if (gpu == nullptr)
        request.no_gpu =
            gpu_absence.empty() ? "The GPU was left out at the start; start without --engine vm to count on it." : gpu_absence;
    counter_worker.start(std::move(request));
}

void Session::State::map_heat(Time now)
{
    if (auto grown = heat_worker.take())
        heat = std::move(grown);
    if (!std::exchange(heat_due, false))
        return;
    const auto plan = plan_of(variant, now);
    if (plan == nullptr || !has_kernel_to_record(*plan)) {
        notices.add(Severity::attention, "This variant runs on the host: there are no blocks and warps to map.", now);
        return;
    }
    auto waiting = std::make_shared<HeatMap>();
    waiting->running = true;
    heat = std::move(waiting);
    heat_worker.start({ programs, plan, plan->recorded_work, &traits() }, urgency);
}

void Session::State::request_recording(Time now)
{
    if (recording_of || !worker->idle())
        return;
    const auto wanted = [&](std::size_t index) {
        if (unrecordable.contains(index) || recordings.contains(index) || (index != variant && !plan_is_there(index)))
            return false;
        const auto plan = plan_of(index, now);
        if (plan == nullptr)
            unrecordable.insert(index); // the parameters do not suit this variant
        return plan != nullptr && has_kernel_to_record(*plan);
    };
    // The variant on screen first, then the others, so that a switch finds its picture ready.
    std::optional<std::size_t> next;
    if (wanted(variant) || std::exchange(block_due, false))
        next = variant;
    for (std::size_t i = 0; i < lesson->variants.size() && !next; ++i) {
        if (wanted(i))
            next = i;
    }
    const auto shown = unrecordable.contains(variant) ? nullptr : plan_of(variant, now);
    const bool live = shown != nullptr && shown == adopted && moves(*shown) && has_kernel_to_record(*shown) && !replays(variant);
    // What a presenter goes through step by step stays what it is.
    const bool due = live && playing && engine->idle() && !playback.controlled() && now - recorded_at >= kRecordingInterval;
    if (!next && due)
        next = variant;
    if (!next)
        return;

    RecordingRequest request;
    request.programs = programs;
    request.lesson = lesson;
    request.variant = lesson->variants[*next].id;
    request.plan = plan_of(*next, now);
    request.work = request.plan->recorded_work;
    const auto& launch = std::get<problem::KernelLaunch>(request.plan->step[request.work]);
    request.checks = engine::vm_settings_of(lesson->variants[*next], {}).checks;
    request.expects_fault = !lesson->variants[*next].expects.empty();
    // The middle of the data, where nothing is special, and of a small grid none of its ragged corner.
    const Dim3& grid = launch.grid;
    const std::uint64_t middle = grid.count() / 2;
    request.block = grid.x == grid.count() ? middle : middle / grid.x * grid.x + (grid.x - 1) / 2;
    if (*next == variant && block)
        request.block = std::min<std::uint64_t>(*block, grid.count() - 1);
    request.traits = &traits();
    request.serial = ++recording_serial;
    if (live && engine->idle() && *next == adopted_variant) {
        for (problem::BufferIndex i = 0; i < adopted->buffers.size(); ++i) {
            if (!adopted->buffers[i].persistent)
                continue;
            auto& content = request.contents[i];
            content.resize(adopted->buffers[i].bytes);
            if (auto read = engine->read(i, content); !read) {
                notices.add(Severity::fault, read.error().message, now);
                return;
            }
        }
    }
    watch_drift(request);
    recording_of = *next;
    recorded_at = now;
    worker->request(std::move(request), generation);
}

} // namespace warpstage::session

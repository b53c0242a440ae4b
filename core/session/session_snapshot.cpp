// Composes the snapshot from the sections of the parts.
#include "core/session/session_state.h"

#include <utility>

namespace warpstage::session {

const arch::Traits& Session::State::device_traits() const
{
    if (recordings.shows_replay()) {
        const auto& origin = recordings.replay()->origin;
        return arch::traits_of({ origin.capability_major, origin.capability_minor });
    }
    // The architecture of the GPU that runs the kernels; without a GPU, that of the newest published results.
    const auto& description = stepper.engine().description();
    if (description.capability_major == 0)
        return arch::traits_of({ 9, 0 });
    return arch::traits_of({ description.capability_major, description.capability_minor });
}

arch::Architecture Session::State::estimated_architecture() const
{
    auto chosen = architecture.chosen(device_traits());
    if (chosen.gpu == nullptr && chosen.traits == &device_traits())
        chosen.gpu = arch::find_gpu(stepper.engine().description().name);
    return chosen;
}

void Session::State::update_estimates()
{
    ExtraEstimates extra { walkthrough.published() };
    const auto* const cue = walkthrough.cue();
    // On a GPU, and after a change of a parameter, the estimates are for what is shown.
    if (cue != nullptr && program.engine_kind() == EngineKind::vm
        && program.settings() == program.lesson()->settings_of(*cue, EngineKind::vm))
        extra.timed = cue->timed;
    if (cue != nullptr && !cue->swept.empty()) {
        extra.swept = cue->swept;
        extra.values = cue->swept_values;
    }
    const arch::Architecture gpu = estimated_architecture();
    estimates.update(gpu, extra);
    if (causes.requested())
        causes.update(gpu, estimates.section({}).of(program.variant()), estimates.timed_settings(program.variant()));
}

std::chrono::nanoseconds Session::State::measured_time() const
{
    const bool on_gpu = stepper.engine().description().kind == EngineKind::gpu && recordings.replay() == nullptr;
    return on_gpu ? stepper.section(nullptr).of(program.variant()).timing.median : std::chrono::nanoseconds { 0 };
}

RunSection Session::State::run_section(const PlaybackView& played)
{
    RunSection run;
    run.traits = &traits();
    run.architecture = architecture.name(device_traits());
    run.warp_width = recordings.warp_width().lanes();
    run.recording = recordings.shown();
    run.assessment = recordings.assessment_of(program.variant(), traits());
    run.wrong_element = selection.wrong_element();
    run.waits = stepper.waits();
    selection.update(*program.lesson(), program.variant(), run.recording, run.assessment, played);
    run.compared =
        comparison.view(recordings, traits(), *program.lesson(), selection.role_of_access(*program.lesson(), program.variant()));
    run.accesses = selection.accesses();
    partitions.update(architecture.chosen(device_traits()));
    run.partitions = partitions.shown();
    // The scene shows the registers of both variants.
    const auto plan = program.known_plan(program.variant());
    if (plan != nullptr && problem::detail_of(plan->scene) == problem::SceneDetail::registers)
        machine_codes.request();
    machine_codes.update(run.recording, run.compared ? run.compared->recording : nullptr, traits());
    return run;
}

void Session::State::update_sm(const std::optional<ComparedView>& compared)
{
    // The run has its own scene.
    const auto plan = program.known_plan(program.variant());
    if (plan != nullptr && problem::detail_of(plan->scene) == problem::SceneDetail::latency)
        sm.request();
    std::optional<SmRuns::Subject> beside;
    if (compared)
        beside = { compared->variant, compared->recording };
    auto chosen = architecture.chosen(device_traits());
    // The GPU that runs or ran the kernels, instead of the largest GPU of its compute capability.
    if (chosen.gpu == nullptr) {
        const auto* device =
            arch::find_gpu(recordings.shows_replay() ? recordings.replay()->origin.machine : stepper.engine().description().name);
        if (device != nullptr && device->capability == chosen.traits->capability)
            chosen.gpu = device;
    }
    // The SM model supports only warps of the hardware's width.
    if (recordings.warp_width().lanes() != kMaxLanes) {
        sm.update({ program.variant(), nullptr }, std::nullopt, chosen);
        return;
    }
    sm.update({ program.variant(), recordings.shown() }, beside, chosen);
}

void Session::State::draw_snapshot(Time now)
{
    const auto plan = program.known_plan(program.variant());
    const auto recording = recordings.shown();
    const auto& replay = recordings.replay();
    player.show(recording, plan.get());
    const auto played = player.playback().view();

    auto setup = program.section(now);
    setup.published = walkthrough.published();
    setup.replayed = replay != nullptr ? replay->kernels : nullptr;
    DeviceSection device;
    device.engine = stepper.engine().description();
    device.gpu_available = engines.has_gpu();
    device.gpus = engines.gpu_names();
    device.gpu = engines.gpu();
    device.interop = scene.interop();
    if (replay != nullptr)
        device.timing_origin = replay->origin;

    auto next = snapshot == nullptr ? Snapshot {} : *snapshot;
    next.setup.replace(std::move(setup));
    next.cue.replace(walkthrough.section());
    next.device.replace(std::move(device));
    next.timing.replace(stepper.section(replay.get()));
    const auto& engine = stepper.engine().description();
    next.estimates.replace(estimates.section(engine.kind == EngineKind::gpu && replay == nullptr ? engine.name : std::string {}));
    next.time_axis.replace(extended(*next.time_axis, *next.setup, *next.timing, *next.estimates));
    next.why.replace(causes.section(measured_time()));
    next.run.replace(run_section(played));
    next.selection.replace(selection.section(recording.get(), played));
    next.playback.replace({ player.run(recording, plan), comparison.run(next.run->compared, program) });
    next.scene.replace(scene.section(next.playback->run.cells));
    next.counters.replace(counters.section());
    next.step_counts.replace(step_counts.section());
    next.machine_code.replace(machine_codes.section());
    layout.update(architecture.chosen(device_traits()));
    next.layout.replace(layout.section());
    next.classroom.replace(classroom);
    update_sm(next.run->compared);
    next.sm.replace(sm.section(played));
    next.notices.replace(notices.section(recording.get()));
    if (snapshot == nullptr || !(next == *snapshot))
        snapshot = std::make_shared<const Snapshot>(std::move(next));
}

} // namespace warpstage::session

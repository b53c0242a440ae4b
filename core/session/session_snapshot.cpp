// Copies what the windows need out of the state.
#include "core/session/session_state.h"
#include "core/session/transfer_view.h"

#include <algorithm>

namespace warpstage::session {

namespace {

constexpr std::chrono::seconds kSwitchIsNew { 10 };
constexpr std::size_t kElementBytes = 4; // of shared memory whose type no plan names: a bank's word

} // namespace

const arch::Traits& Session::State::traits() const
{
    return architecture ? *architecture->traits : machine_traits();
}

const arch::Traits& Session::State::machine_traits() const
{
    if (replays(variant))
        return arch::traits_of({ replay->origin.capability_major, replay->origin.capability_minor });
    // The GPU that computes explains itself; without one, the generation of the lectures' newest numbers.
    const auto& description = engine->description();
    if (description.capability_major == 0)
        return arch::traits_of({ 9, 0 });
    return arch::traits_of({ description.capability_major, description.capability_minor });
}

std::shared_ptr<const Recording> Session::State::recording_of_variant(std::size_t index) const
{
    const auto found = recordings.find(index);
    return found == recordings.end() ? nullptr : found->second;
}

std::shared_ptr<const Assessment> Session::State::assessment_of(std::size_t index)
{
    const auto of = recording_of_variant(index);
    if (of == nullptr)
        return nullptr;
    auto& known = assessments[index];
    if (known.recording != of || known.assessment == nullptr || known.assessment->traits != &traits())
        known = { of, assess(*of, traits()) };
    return known.assessment;
}

namespace {

void describe_parameters(const lesson::Lesson& lesson, const problem::Settings& settings, SetupSection& setup)
{
    for (const auto& parameter : lesson.problem->parameters())
        setup.parameters.push_back({ parameter.id, parameter.label, parameter.unit, settings.text(parameter.id),
            parameter.choices, parameter.kind == problem::Parameter::Kind::text });
}

// Steps follow each other on the same buffers: what fits into the cache comes from there, and memory limits nothing.
bool stays_in_cache(const problem::Plan& plan, const engine::Description& machine)
{
    std::size_t bytes = 0;
    for (const auto& buffer : plan.buffers)
        bytes += buffer.bytes;
    return plan.work_unit == "B/s" && bytes <= machine.cache_bytes;
}

// How long steps of the variants took, each against the first that has a time.
struct VariantTimes {
    std::vector<VariantTiming> variants;

    void add(const TimingSummary& timing)
    {
        auto& added = variants.emplace_back(VariantTiming { timing, 0.0 });
        const auto first = std::ranges::find_if(variants, [](const VariantTiming& other) { return other.timing.samples != 0; });
        if (timing.samples != 0)
            added.speed_up = static_cast<double>(first->timing.median.count())
                / static_cast<double>(std::max<std::int64_t>(1, timing.median.count()));
    }
};

} // namespace

SetupSection Session::State::setup_section(Time now) const
{
    SetupSection setup;
    setup.lesson = lesson;
    setup.lesson_index = lesson_index;
    for (const auto& other : catalog->lessons())
        setup.lesson_titles.push_back(other->title);
    for (const auto& described : lesson->variants)
        setup.variants.push_back(
            { described.id, described.label, described.summary, lesson->problem->kernels(described).empty() });
    setup.variant = variant;
    describe_parameters(*lesson, chosen_settings(variant).settings, setup);
    if (show_published)
        setup.published = published;
    if (replay != nullptr)
        setup.replayed = replay->kernels;
    setup.refused = refused;
    setup.switched = switched_at && now - *switched_at < kSwitchIsNew;
    return setup;
}

DeviceSection Session::State::device_section() const
{
    DeviceSection device;
    device.engine = engine->description();
    device.gpu_available = gpu != nullptr;
    device.interop = particles != nullptr && particles->in_shared_buffers;
    if (replay != nullptr)
        device.timing_origin = replay->origin;
    return device;
}

// A file's times stand alone: beside those of another machine they would be read as a comparison.
TimingSection Session::State::timing_section() const
{
    TimingSection section;
    section.playing = playing;
    section.steps = steps;
    section.steps_per_second = rate.per_second();
    VariantTimes times;
    for (std::size_t i = 0; i < lesson->variants.size(); ++i) {
        if (replay == nullptr) {
            times.add(timings.step(i));
            continue;
        }
        const auto kept = std::ranges::find(replay->times, lesson->variants[i].id, &Replay::Times::variant);
        times.add(kept == replay->times.end() ? TimingSummary {} : kept->timing);
        if (i == variant && kept != replay->times.end() && kept->timing.samples != 0)
            section.works = kept->works;
    }
    section.variants = std::move(times.variants);
    if (replay == nullptr) {
        section.works = timings.works(variant);
        section.history.assign(timings.history().begin(), timings.history().end());
    }
    const auto* plan = known_plan(variant);
    if (plan == nullptr)
        return section;
    section.merit_unit = plan->work_unit;
    const bool limited = limits && engine == gpu.get() && !stays_in_cache(*plan, engine->description());
    if (const auto limit = limited ? engine::limit_of(*plan, *limits) : std::nullopt) {
        section.merit_limit = limit->merit;
        section.limit_name = limit->name;
    }
    const auto& step = section.variants[variant].timing;
    if (step.samples != 0 && step.median.count() > 0)
        section.merit = plan->work_per_step / std::chrono::duration<double>(step.median).count();
    return section;
}

void Session::State::tell_recorded(
    Playback& player, const std::shared_ptr<const Recording>& shown, const problem::Plan* plan) const
{
    if (shown == nullptr)
        return;
    const auto* array = plan == nullptr ? nullptr : std::get_if<problem::ArrayScene>(&plan->scene);
    const bool carried = plan != nullptr && std::holds_alternative<problem::MatrixScene>(plan->scene);
    // A block without shared memory tells what it moves of global memory.
    player.show(shown, array != nullptr ? array->element_bytes : kElementBytes,
        carried || (array != nullptr && (array->detail == problem::SceneDetail::sectors || shown->shared_bytes == 0))
            ? Playback::Story::carried
            : array != nullptr ? Playback::Story::told
                               : Playback::Story::quiet);
}

RunSection Session::State::run_section()
{
    RunSection run;
    run.traits = &traits();
    run.architecture = architecture ? architecture->name() : std::string { traits().name };
    run.recording = recording();
    run.wrong_element = wrong_element;
    if (compared) {
        ComparedView view;
        view.variant = *compared;
        view.recording = recording_of_variant(*compared);
        view.assessment = assessment_of(*compared);
        compared_picture.update(view.recording, view.assessment, {});
        view.access = compared_picture.chosen();
        run.compared = std::move(view);
    }
    if (run.recording == nullptr)
        return run;
    run.assessment = assessment_of(variant);
    // A presenter who walks through the run sees the requests as they come.
    const auto view = playback.view();
    access.step = view.controlled ? view.step : std::nullopt;
    access_picture.update(run.recording, run.assessment, access);
    run.accesses = access_picture.accesses();
    return run;
}

SelectionSection Session::State::selection_section(const RunSection& run)
{
    SelectionSection selection { {}, warp, line, lane, {} };
    if (run.recording == nullptr)
        return selection;
    selection.warp = std::min(warp, std::max(1U, run.recording->trace.warps) - 1);
    const auto view = playback.view();
    if (view.controlled && view.step && view.step != followed_step)
        selection.warp = warp = view.warp;
    followed_step = view.step;
    selection.chosen_access = access_picture.chosen();
    selection.cell = cell;
    if (selection.cell && selection.chosen_access)
        selection.cell->lanes = lanes_at(selection.chosen_access->access, *selection.cell);
    return selection;
}

PlaybackSection Session::State::playback_section(const RunSection& run)
{
    PlaybackSection section;
    if (run.compared) {
        const auto& recording = run.compared->recording;
        const auto* plan = known_plan(run.compared->variant);
        tell_recorded(compared_playback, recording, plan);
        if (recording != nullptr && plan != nullptr) {
            const auto view = compared_playback.view();
            section.compared = PlayedRun { view, compared_playback.frame(),
                compared_flight.at(recording, plans.at(run.compared->variant), view.step) };
        }
    }
    if (run.recording != nullptr) {
        section.run.view = playback.view();
        section.run.cells = playback.frame();
    }
    if (const auto plan = plans.find(variant); plan != plans.end())
        section.run.flight = flight.at(run.recording, plan->second, section.run.view.step);
    return section;
}

SceneSection Session::State::scene_section(const PlaybackSection& played)
{
    SceneSection scene;
    const auto* plan = known_plan(variant);
    if (plan != nullptr)
        scene.detail = problem::detail_of(plan->scene);
    if (plan != nullptr && std::holds_alternative<problem::TransferScene>(plan->scene)) {
        if (transfers == nullptr && possible.plan != plans.at(variant))
            possible = { plans.at(variant), std::make_shared<const TransferFrame>(possible_transfers(*plan)) };
        scene.transfers = transfers != nullptr ? transfers : possible.transfers;
    } else if (plan != nullptr && std::holds_alternative<problem::MatrixScene>(plan->scene)) {
        static const auto nothing_yet = std::make_shared<const MatrixFrame>();
        scene.matrix = matrix != nullptr ? matrix : nothing_yet;
    } else if (plan != nullptr && std::holds_alternative<problem::ArrayScene>(plan->scene)) {
        scene.array = played.run.cells;
    } else {
        scene.particles = particles;
        if (particles != nullptr)
            scene.drift = drift.view();
    }
    return scene;
}

std::vector<Notice> Session::State::all_notices(const RunSection& run) const
{
    std::vector<Notice> all;
    if (run.recording != nullptr && run.recording->trap)
        all.push_back({ Severity::fault, run.recording->trap->message });
    const auto current = notices.current();
    all.insert(all.end(), current.begin(), current.end());
    return all;
}

void Session::State::draw_snapshot(Time now)
{
    auto next = snapshot == nullptr ? Snapshot {} : *snapshot;
    tell_recorded(playback, recording(), known_plan(variant));
    next.setup.replace(setup_section(now));
    next.cue.replace(cue_view());
    next.device.replace(device_section());
    next.timing.replace(timing_section());
    next.run.replace(run_section());
    next.selection.replace(selection_section(*next.run));
    next.playback.replace(playback_section(*next.run));
    next.scene.replace(scene_section(*next.playback));
    next.counters.replace({ counters, heat });
    next.notices.replace(all_notices(*next.run));
    if (snapshot == nullptr || !(next == *snapshot))
        snapshot = std::make_shared<const Snapshot>(std::move(next));
}

} // namespace warpstage::session

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

void describe_parameters(const lesson::Lesson& lesson, const problem::Settings& settings, Snapshot& picture)
{
    for (const auto& parameter : lesson.problem->parameters())
        picture.parameters.push_back({ parameter.id, parameter.label, parameter.unit, settings.text(parameter.id),
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

} // namespace

// A file's times stand alone: beside those of another machine they would be read as a comparison.
void Session::State::show_replayed_times(Snapshot& picture) const
{
    picture.timing_origin = replay->origin;
    picture.replayed = replay->kernels;
    picture.works.clear();
    picture.history.clear();
    picture.merit = 0.0;
    std::optional<TimingSummary> first;
    for (std::size_t i = 0; i < picture.variants.size(); ++i) {
        auto& view = picture.variants[i];
        view.timing = {};
        view.speed_up = 0.0;
        const auto found = std::ranges::find(replay->times, view.id, &Replay::Times::variant);
        if (found == replay->times.end() || found->timing.samples == 0)
            continue;
        view.timing = found->timing;
        if (!first)
            first = view.timing;
        view.speed_up = static_cast<double>(first->median.count())
            / static_cast<double>(std::max<std::int64_t>(1, view.timing.median.count()));
        if (i != picture.variant)
            continue;
        picture.works = found->works;
        if (const auto plan = plans.find(variant);
            plan != plans.end() && plan->second != nullptr && view.timing.median.count() > 0)
            picture.merit = plan->second->work_per_step / std::chrono::duration<double>(view.timing.median).count();
    }
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

void Session::State::draw_recorded(Snapshot& picture)
{
    picture.traits = &traits();
    picture.architecture = architecture ? architecture->name() : std::string { traits().name };
    picture.recording = recording();
    picture.warp = warp;
    picture.line = line;
    picture.lane = lane;
    picture.wrong_element = wrong_element;
    if (compared) {
        ComparedView view;
        view.variant = *compared;
        view.recording = recording_of_variant(*compared);
        view.assessment = assessment_of(*compared);
        compared_picture.update(view.recording, view.assessment, {});
        view.access = compared_picture.chosen();
        const auto plan = plans.find(*compared);
        const auto* other = plan == plans.end() ? nullptr : plan->second.get();
        tell_recorded(compared_playback, view.recording, other);
        if (view.recording != nullptr && other != nullptr) {
            const auto told = compared_playback.view();
            picture.compared_run =
                Snapshot::Told { told, compared_playback.frame(), compared_flight.at(view.recording, plan->second, told.step) };
        }
        picture.compared = std::move(view);
    }
    if (picture.recording == nullptr)
        return;
    const auto& shown = *picture.recording;
    picture.assessment = assessment_of(variant);
    picture.warp = std::min(warp, std::max(1U, shown.trace.warps) - 1);
    picture.playback = playback.view();
    picture.cells = playback.frame();
    if (picture.playback.controlled && picture.playback.step && picture.playback.step != followed_step)
        picture.warp = warp = picture.playback.warp;
    followed_step = picture.playback.step;
    // A presenter who walks through the run sees the requests as they come.
    access.step = picture.playback.controlled ? picture.playback.step : std::nullopt;
    access_picture.update(picture.recording, picture.assessment, access);
    picture.accesses = access_picture.accesses();
    picture.chosen_access = access_picture.chosen();
    picture.cell = cell;
    if (picture.cell && picture.chosen_access)
        picture.cell->lanes = lanes_at(picture.chosen_access->access, *picture.cell);
    if (shown.trap)
        picture.notices.push_back({ Severity::fault, shown.trap->message });
}

void Session::State::draw_snapshot(Time now)
{
    auto picture = std::make_shared<Snapshot>();
    picture->lesson = lesson;
    picture->lesson_index = lesson_index;
    for (const auto& other : catalog->lessons())
        picture->lesson_titles.push_back(other->title);

    std::optional<TimingSummary> first;
    for (std::size_t i = 0; i < lesson->variants.size(); ++i) {
        const auto& described = lesson->variants[i];
        VariantView view { described.id, described.label, described.summary, timings.step(i), 0.0,
            lesson->problem->kernels(described).empty() };
        if (view.timing.samples != 0) {
            if (!first)
                first = view.timing;
            view.speed_up = static_cast<double>(first->median.count())
                / static_cast<double>(std::max<std::int64_t>(1, view.timing.median.count()));
        }
        picture->variants.push_back(std::move(view));
    }
    picture->variant = variant;
    describe_parameters(*lesson, chosen_settings(variant).settings, *picture);
    picture->cue = cue_view();
    if (show_published)
        picture->published = published;

    picture->engine = engine->description();
    picture->gpu_available = gpu != nullptr;
    picture->interop = particles != nullptr && particles->in_shared_buffers;
    picture->playing = playing;
    picture->steps = steps;
    picture->works = timings.works(variant);
    if (const auto plan = plans.find(variant); plan != plans.end() && plan->second != nullptr) {
        const auto& step = picture->variants[variant].timing;
        picture->merit_unit = plan->second->work_unit;
        const bool limited = limits && engine == gpu.get() && !stays_in_cache(*plan->second, engine->description());
        if (const auto limit = limited ? engine::limit_of(*plan->second, *limits) : std::nullopt) {
            picture->merit_limit = limit->merit;
            picture->limit_name = limit->name;
        }
        if (step.samples != 0 && step.median.count() > 0)
            picture->merit = plan->second->work_per_step / std::chrono::duration<double>(step.median).count();
    }
    picture->steps_per_second = rate.per_second();
    picture->history.assign(timings.history().begin(), timings.history().end());
    if (replay != nullptr)
        show_replayed_times(*picture);

    picture->counters = counters;
    picture->refused = refused;
    picture->switched = switched_at && now - *switched_at < kSwitchIsNew;

    picture->heat = heat;
    const auto plan = plans.find(variant);
    const auto* array =
        plan == plans.end() || plan->second == nullptr ? nullptr : std::get_if<problem::ArrayScene>(&plan->second->scene);
    tell_recorded(playback, recording(), plan == plans.end() ? nullptr : plan->second.get());
    draw_recorded(*picture);
    if (plan != plans.end() && plan->second != nullptr)
        picture->scene_detail = problem::detail_of(plan->second->scene);
    if (plan != plans.end())
        picture->flight = flight.at(picture->recording, plan->second, picture->playback.step);
    if (array != nullptr)
        picture->array = picture->cells;
    const bool is_matrix =
        plan != plans.end() && plan->second != nullptr && std::holds_alternative<problem::MatrixScene>(plan->second->scene);
    const bool is_transfers =
        plan != plans.end() && plan->second != nullptr && std::holds_alternative<problem::TransferScene>(plan->second->scene);
    if (is_transfers)
        picture->transfers =
            transfers != nullptr ? transfers : std::make_shared<const TransferFrame>(possible_transfers(*plan->second));
    else if (is_matrix)
        picture->matrix = matrix != nullptr ? matrix : std::make_shared<const MatrixFrame>();
    else if (array == nullptr)
        picture->particles = particles;
    if (picture->particles != nullptr)
        picture->drift = drift.view();

    const auto current = notices.current();
    picture->notices.insert(picture->notices.end(), current.begin(), current.end());
    snapshot = std::move(picture);
}

} // namespace warpstage::session

// Changes of lesson, variant, parameters, device and kernels, and the state that each of them discards. Only a change of engine
// blocks, until a canceled step has ended.
#include "core/base/words.h"
#include "core/session/session_state.h"

#include <fmt/format.h>

#include <utility>

namespace warpstage::session {

namespace {

// The lesson's comparison for this variant, else the faulty or repaired version of the variant.
std::optional<std::size_t> counterpart(const lesson::Lesson& lesson, std::size_t variant)
{
    const auto baseline = lesson::baseline_of(lesson, variant);
    return baseline ? baseline : repaired_counterpart(lesson, variant);
}

} // namespace

void Session::State::forget_results(Times times)
{
    recordings.forget();
    selection.forget_results();
    counters.forget();
    sm.forget_results();
    comparison.playback().clear();
    player.playback().clear();
    if (times == Times::kept)
        return;
    static_cast<void>(stepper.exchange_times());
    notices.end_run();
}

void Session::State::restart()
{
    stepper.restart();
    scene.restart();
    player.playback().rewind();
}

void Session::State::select_lesson(std::size_t index, std::size_t variant)
{
    program.select_lesson(index, variant);
    forget_results();
    scene.forget();
    architecture.leave_cues();
    recordings.warp_width().leave_cues();
    sm.leave_lesson();
    walkthrough.start();
    selection.leave_lesson();
    comparison.select(counterpart(*program.lesson(), variant));
    stepper.change_kernels();
    restart();
}

void Session::State::go_to_lesson(std::size_t index)
{
    const auto lesson = program.lessons().at(index);
    const bool on_gpu = engines.on_gpu();
    change_engine(engines.kind_for(*lesson));
    if (on_gpu && !engines.on_gpu())
        notices.add(Severity::information, off_gpu_sentence(*lesson, engines));
    if (index == program.lesson_index()) {
        select_lesson(index, lesson->opening.variant);
        return;
    }
    left.put({ program.lesson(), stepper.engine().description(), program.variant(), program.settings(), program.explicitly_set(),
        walkthrough.walk(), comparison.selected(), recordings.kept(), stepper.exchange_times() });
    auto known = left.take(lesson);
    // A lesson that was shown to its end begins again.
    if (known && known->walk.count() > 0 && known->walk.index() == known->walk.count() - 1 && !known->walk.asking())
        known.reset();
    select_lesson(index, known ? known->variant : lesson->opening.variant);
    if (!known)
        return;
    const auto& device = stepper.engine().description();
    const auto settings = known->settings_on(device);
    program.restore_settings(settings, known->explicitly_set);
    walkthrough.start(known->walk);
    if (const auto cue = known->walk.index()) {
        static_cast<void>(architecture.select_for_cue(lesson->cues[*cue].architecture)); // the value was accepted before
        static_cast<void>(recordings.warp_width().select_for_cue(lesson->cues[*cue].warp_width)); // nothing is recorded yet
        selection.select_for_cue(lesson->cues[*cue]);
        walkthrough.await_recording(lesson->cues[*cue]);
    }
    comparison.select(known->compared);
    if (settings != known->settings)
        return;
    recordings.restore(known->recordings);
    if (device == known->device) {
        auto times = known->times;
        times.cool();
        static_cast<void>(stepper.exchange_times(std::move(times)));
    }
}

void Session::State::select_variant(std::size_t index, Time now)
{
    const auto& lesson = *program.lesson();
    if (index >= lesson.variants.size())
        return;
    if (index != program.variant()) {
        comparison.select(counterpart(lesson, index).value_or(program.variant()));
        selection.keep_access(lesson, program.variant());
        counters.forget();
        recordings.forget_block();
        selection.forget_results();
        notices.end_run();
    }
    program.select_variant(index, now);
    scene.forget_transfers();
    selection.leave_variant();
    stepper.change_plan();
}

void Session::State::set_parameter(const std::string& id, const std::string& value)
{
    selection.keep_access(*program.lesson(), program.variant());
    if (!program.set_parameter(id, value))
        return;
    forget_results();
    restart();
}

void Session::State::change_engine(engine::EngineKind kind, By by, std::optional<int> gpu)
{
    const bool other_gpu = kind == engine::EngineKind::gpu && gpu && *gpu != engines.gpu();
    if (kind == stepper.engine().description().kind && !other_gpu)
        return;
    if (by == By::user && kind == engine::EngineKind::gpu && (engines.has_gpu() || other_gpu)
        && !engines.trusts(*program.lesson())) {
        notices.add(Severity::attention, off_gpu_sentence(*program.lesson(), engines));
        return;
    }
    if (other_gpu) {
        if (const auto used = engines.use_gpu(*gpu); !used) {
            notices.add(Severity::attention, used.error().message);
            return;
        }
    } else if (!engines.select(kind)) {
        notices.add(Severity::attention, engines.gpu_absence());
        return;
    }
    scene.forget_transfers();
    notices.end_run();
    stepper.change_engine();
    const bool other_settings = program.use_device(stepper.engine().description());
    if (other_settings || recordings.replay() != nullptr)
        forget_results();
    restart();
}

void Session::State::replace_kernels(const ReplaceKernels& replacement, Time now)
{
    if (!program.replace_kernels(replacement.lesson))
        return; // the kernels are used when the lesson is shown again
    if (const auto kind = engines.kind_for(*replacement.lesson); kind != stepper.engine().description().kind)
        change_engine(kind);
    if (const auto tried = program.variant_of(replacement.tried_variant))
        stepper.gate().has_passed({ replacement.lesson, *tried, replacement.tried_settings, engines.gpu() });
    // The kernels of a file's run and times: the run and times stay on screen until something is computed again.
    const auto replay = recordings.replay();
    const bool stays = replay != nullptr && replay->kernels != nullptr && replay->kernels->source == replacement.lesson->source
        && problem::relaunches_of(*replay->kernels->problem) == problem::relaunches_of(*replacement.lesson->problem);
    forget_results();
    stepper.change_kernels();
    select_variant(program.variant(), now);
    if (stays)
        recordings.show(replay);
}

void Session::State::show_replay(const std::shared_ptr<const Replay>& replay, Time now)
{
    const auto index = program.lessons().index_of(replay->lesson);
    if (!index) {
        notices.add(Severity::attention, index.error().message);
        return;
    }
    if (*index != program.lesson_index())
        go_to_lesson(*index); // the previous lesson keeps its state
    select_lesson(*index, 0);
    program.restore_settings(replay->settings);
    select_variant(program.variant_of(replay->variant).value_or(0), now);
    recordings.show(replay);
    notices.add(Severity::information,
        trf("Shown from a file: {}, {}. Restart to compute again.", replay->origin.machine, replay->origin.when));
}

// Variant, parameters and architecture change immediately, the selection when its recording is available.
void Session::State::apply_cue(const lesson::Cue& cue, Time now)
{
    if (auto wanted = program.lesson()->settings_of(cue, program.engine_kind()); wanted != program.settings()) {
        Program::ParameterIds explicitly_set;
        for (const auto& [parameter, value] : cue.parameters)
            explicitly_set.insert(parameter);
        if (auto used = program.use_settings(std::move(wanted), std::move(explicitly_set), cue.variant); !used) {
            notices.add(Severity::attention, used.error().message);
            return;
        }
        forget_results();
        restart();
    }
    if (const auto selected = architecture.select_for_cue(cue.architecture); !selected)
        notices.add(Severity::attention, selected.error().message);
    if (recordings.warp_width().select_for_cue(cue.warp_width))
        forget_results(Times::kept);
    if (cue.variant != program.variant())
        select_variant(cue.variant, now);
    if (cue.beside && *cue.beside != cue.variant)
        comparison.select(*cue.beside);
    selection.select_for_cue(cue);
    player.release();
    sm.select_for_cue(cue);
    step_counts.select_for_cue(cue);
    causes.select_for_cue(cue);
    counters.select_for_cue(cue);
    walkthrough.await_recording(cue);
}

std::string Session::State::end_of_lesson() const
{
    const auto next = program.lessons().at(stepped(program.lesson_index(), program.lessons().count(), Direction::next));
    return trf("End of the lesson. Tab: {} · {}.", next->number, next->shown(next->title));
}

void Session::State::select_block(const SelectBlock& order)
{
    if (recordings.choose_block(order.block))
        selection.look_at_warp(order.warp);
}

// The trial's grid may be smaller than the grid on screen: the block keeps its index in each dimension.
void Session::State::show_wrong_element(const WrongElement& element)
{
    selection.show_wrong_element(element);
    const auto plan = program.plan_of(program.variant()); // not yet made if the kernels were replaced in this frame
    const auto* launch = plan == nullptr ? nullptr : recorded_launch(*plan);
    if (!element.thread || launch == nullptr)
        return;
    const auto& at = element.thread->block;
    select_block({ (std::uint64_t { at.z } * launch->grid.y + at.y) * launch->grid.x + at.x, element.thread->warp });
}

} // namespace warpstage::session

// Dispatches each command to the responsible object. Commands that need new input wait until it has been created.
#include "core/base/words.h"
#include "core/session/session_state.h"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

namespace warpstage::session {

namespace {

template <typename... Handlers> struct Overloaded : Handlers... {
    using Handlers::operator()...;
};
template <typename... Handlers> Overloaded(Handlers...) -> Overloaded<Handlers...>;

template <typename All> auto neighbor(const All& all, typename All::value_type present, Direction direction)
{
    const auto at = static_cast<std::size_t>(std::ranges::find(all, present) - all.begin());
    return all[stepped(at, all.size(), direction)];
}

} // namespace

std::optional<Preparation::Wanted> Session::State::input_of(const Command& command) const
{
    using Wanted = std::optional<Preparation::Wanted>;
    const auto& lesson = program.lesson();
    const auto with = [&](const problem::Settings& settings) {
        return settings == program.settings() ? Wanted {} : Wanted({ lesson, program.variant(), settings });
    };
    const auto with_parameter = [&](const std::string& id, const std::string& value) {
        auto changed = program.settings();
        return changed.set(lesson->problem->parameters(), id, value) ? with(changed) : Wanted {};
    };
    const auto of_variant = [&](std::size_t index) {
        const bool there = index >= lesson->variants.size() || program.known_plan(index) != nullptr;
        return there ? Wanted {} : Wanted({ lesson, index, program.chosen_settings(index).settings });
    };
    const auto beginning_of = [&](std::size_t index) {
        const auto shown = program.lessons().at(index);
        const auto* known = index == program.lesson_index() ? nullptr : left.find(shown);
        return known != nullptr ? Wanted({ shown, known->variant, known->settings_on(stepper.engine().description()) })
                                : Wanted({ shown, shown->opening.variant, shown->initial_settings(program.engine_kind()) });
    };
    // Parameters that the user has not set get the defaults of the other device.
    const auto on_engine = [&](engine::EngineKind kind) {
        const bool there = kind == engine::EngineKind::vm || engines.has_gpu();
        const bool untouched = there && program.settings() == lesson->initial_settings(program.engine_kind());
        return untouched ? with(lesson->initial_settings(kind)) : Wanted {};
    };
    return std::visit(
        Overloaded {
            [&](const SetParameter& order) { return with_parameter(order.id, order.value); },
            [&](const StepParameter& order) {
                const auto next = next_choice(*lesson->problem, program.settings(), order);
                return next ? with_parameter(order.id, *next) : Wanted {};
            },
            [&](const SelectLesson& order) {
                const auto index = program.lessons().index_of(order.id);
                return index ? beginning_of(*index) : Wanted {};
            },
            [&](const StepLesson& order) {
                return beginning_of(stepped(program.lesson_index(), program.lessons().count(), order.direction));
            },
            [&](const ShowLesson& order) {
                return Wanted(
                    { order.lesson, order.lesson->opening.variant, order.lesson->initial_settings(program.engine_kind()) });
            },
            [&](const CueStep& order) {
                const auto* cue = walkthrough.after(order);
                if (cue == nullptr)
                    return Wanted {};
                auto settings = lesson->settings_of(*cue, program.engine_kind());
                return settings == program.settings() ? of_variant(cue->variant)
                                                      : Wanted({ lesson, cue->variant, std::move(settings) });
            },
            [&](const SelectVariant& order) { return of_variant(order.index); },
            [&](const SelectEngine& order) { return on_engine(order.kind); },
            [&](const TrustLesson& /*order*/) { return on_engine(engine::EngineKind::gpu); },
            [&](const ToggleEngine& /*order*/) { return on_engine(Engines::other(stepper.engine().description().kind)); },
            [](const auto& /*order*/) { return Wanted {}; },
        },
        command);
}

void Session::State::obey(const Command& command, Time now)
{
    auto& playback = player.playback();
    const auto recording = recordings.shown();
    std::visit(
        Overloaded {
            [&](const SelectLesson& order) {
                if (const auto index = program.lessons().index_of(order.id))
                    go_to_lesson(*index);
                else
                    notices.add(Severity::attention, index.error().message);
            },
            [&](const StepLesson& order) {
                go_to_lesson(stepped(program.lesson_index(), program.lessons().count(), order.direction));
            },
            [&](const ShowLesson& order) { go_to_lesson(program.add_lesson(order.lesson)); },
            [&](const SelectVariant& order) { select_variant(order.index, now); },
            [&](const SelectEngine& order) { change_engine(order.kind, By::user, order.gpu); },
            [&](const ToggleEngine& /*order*/) { change_engine(Engines::other(stepper.engine().description().kind), By::user); },
            [&](const TrustLesson& /*order*/) {
                if (engines.has_gpu())
                    engines.trust(*program.lesson());
                change_engine(engine::EngineKind::gpu, By::user);
            },
            [&](const SetParameter& order) { set_parameter(order.id, order.value); },
            [&](const StepParameter& order) {
                if (const auto next = next_choice(*program.lesson()->problem, program.settings(), order))
                    set_parameter(order.id, *next);
            },
            [&](const TogglePause& /*order*/) { stepper.toggle_pause(); },
            [&](const Restart& /*order*/) {
                if (recordings.replay() != nullptr)
                    forget_results(); // from here on nothing is shown from the file
                restart();
            },
            [&](const ShowReplay& order) { show_replay(order.replay, now); },
            [&](const ReplaceKernels& order) { replace_kernels(order, now); },
            [&](const SelectWarp& order) { selection.select_warp(order.warp, recording.get(), player.playback()); },
            [&](const SelectAccess& order) { selection.select_access(order.pc, recording.get(), playback); },
            [&](const StepAccess& order) { selection.step_access(order.direction); },
            [&](const SelectLine& order) { selection.toggle_line(order.line, recording.get(), playback); },
            [&](const SelectLane& order) { selection.toggle_lane(order.lane); },
            [&](const SelectCell& order) {
                const auto plan = program.known_plan(program.variant());
                selection.select_cell(order, recording.get(), plan.get(), playback, notices);
            },
            [&](const SelectBlock& order) { select_block(order); },
            [&](const ShowWrongElement& order) { show_wrong_element(order.element); },
            [&](const SelectArchitecture& order) {
                if (const auto selected = architecture.select(order.text); !selected)
                    notices.add(Severity::attention, selected.error().message);
            },
            [&](const StepArchitecture& order) { architecture.step(order.direction, device_traits()); },
            [&](const SelectWarpWidth& order) {
                if (recordings.warp_width().select(order.lanes))
                    forget_results(Times::kept);
            },
            [&](const TogglePlayback& /*order*/) { playback.toggle(); },
            [&](const StepPlayback& order) {
                if (order.stride)
                    playback.set_stride(*order.stride);
                playback.step(order.direction);
            },
            [&](const SeekPlayback& order) { playback.seek(order.step); },
            [&](const SelectStride& order) { playback.set_stride(order.stride); },
            [&](const StepStride& order) { playback.set_stride(neighbor(kStrides, playback.view().stride, order.direction)); },
            [&](const SelectPace& order) { playback.set_pace(order.pace); },
            [&](const StepPace& order) { playback.set_pace(neighbor(kPaces, playback.view().pace, order.direction)); },
            [&](const SelectCompared& order) {
                if (order.index < program.lesson()->variants.size() && order.index != program.variant())
                    comparison.select(order.index);
            },
            [&](const StepCompared& order) {
                comparison.step(order.direction, program.variant(), program.lesson()->variants.size());
            },
            [&](const CountHardware& /*order*/) { counters.request_hardware(); },
            [&](const CountStep& /*order*/) { step_counts.request(); },
            [&](const ChooseAnswer& order) { walkthrough.choose(order.index); },
            [&](const SetVotes& order) { walkthrough.set_votes(order.votes); },
            [&](const ReadMachineCode& /*order*/) { machine_codes.request(); },
            [&](const MapKernel& /*order*/) { counters.request_heat(); },
            [&](const ModelSm& /*order*/) { sm.request(); },
            [&](const SelectResidentBlocks& order) { sm.choose_blocks(order.blocks); },
            [&](const StepResidentBlocks& order) { sm.step_blocks(order.direction); },
            [&](const SelectCycles& order) { sm.choose_cycles(order.cycles); },
            [&](const StepCycles& order) { sm.step_cycles(order.direction); },
            [&](const ToggleSmComparison& /*order*/) { sm.toggle_comparison(); },
            [&](const AddNotice& order) { notices.add(order.severity, order.text, Notices::Topic::other); },
            [&](const TogglePublished& /*order*/) {
                if (!walkthrough.toggle_published())
                    notices.add(Severity::information, tr("No published results for this lesson."));
            },
            [&](const CueStep& order) {
                if (const auto* cue = walkthrough.go(order))
                    apply_cue(*cue, now);
            },
        },
        command);
}

} // namespace warpstage::session

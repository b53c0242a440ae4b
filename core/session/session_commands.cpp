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

template <typename All, typename Value> Value chosen_of(const All& all, Value present, const Chosen<Value>& chosen)
{
    if (const Value* value = chosen.value())
        return *value;
    const auto at = static_cast<std::size_t>(std::ranges::find(all, present) - all.begin());
    return all[stepped(at, all.size(), chosen.direction())];
}

} // namespace

Result<std::size_t> Session::State::index_of(const SelectLesson& order) const
{
    if (const auto* id = order.id.value())
        return program.lessons().index_of(*id);
    return stepped(program.lesson_index(), program.lessons().count(), order.id.direction());
}

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
            [&](const SetParameter& order) {
                const auto value = value_of(*lesson->problem, program.settings(), order);
                return value ? with_parameter(order.id, *value) : Wanted {};
            },
            [&](const SelectLesson& order) {
                const auto index = index_of(order);
                return index ? beginning_of(*index) : Wanted {};
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

void Session::State::execute(const Command& command, Time now)
{
    auto& playback = player.playback();
    const auto recording = recordings.shown();
    std::visit(
        Overloaded {
            [&](const SelectLesson& order) {
                if (const auto index = index_of(order))
                    go_to_lesson(*index);
                else
                    notices.add(Severity::attention, index.error().message);
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
            [&](const SetParameter& order) {
                if (const auto value = value_of(*program.lesson()->problem, program.settings(), order))
                    set_parameter(order.id, *value);
            },
            [&](const TogglePause& /*order*/) { stepper.toggle_pause(); },
            [&](const AskWaits& /*order*/) { stepper.ask_waits(); },
            [&](const Restart& /*order*/) {
                if (recordings.replay() != nullptr)
                    forget_results(); // from here on nothing is shown from the file
                restart();
            },
            [&](const ShowReplay& order) { show_replay(order.replay, now); },
            [&](const ReplaceKernels& order) { replace_kernels(order, now); },
            [&](const RestoreKernels& /*order*/) {
                if (const auto flaw = program.lesson()->flaw)
                    replace_kernels({ flaw->good }, now);
            },
            [&](const SelectWarp& order) { selection.select_warp(order.warp, recording.get(), player.playback()); },
            [&](const SelectAccess& order) {
                if (const auto* pc = order.pc.value())
                    selection.select_access(*pc, recording.get(), playback);
                else
                    selection.step_access(order.pc.direction());
            },
            [&](const SelectLine& order) { selection.toggle_line(order.line, recording.get(), playback); },
            [&](const ForgetCell& /*order*/) { selection.forget_cell(); },
            [&](const SelectLane& order) { selection.toggle_lane(order.lane); },
            [&](const SelectElement& order) { selection.toggle_element(order); },
            [&](const SelectCell& order) {
                const auto plan = program.known_plan(program.variant());
                selection.select_cell(order, recording.get(), plan.get(), playback, notices);
            },
            [&](const SelectBlock& order) { select_block(order); },
            [&](const ShowWrongElement& order) { show_wrong_element(order.element); },
            [&](const SelectArchitecture& order) {
                if (const auto* text = order.text.value(); text == nullptr)
                    architecture.step(order.text.direction(), device_traits());
                else if (const auto selected = architecture.select(*text); !selected)
                    notices.add(Severity::attention, selected.error().message);
            },
            [&](const SelectWarpWidth& order) {
                if (recordings.warp_width().select(order.lanes))
                    forget_results(Times::kept);
            },
            [&](const TogglePlayback& /*order*/) { playback.toggle(); },
            [&](const SeekPlayback& order) {
                if (const auto* step = order.step.value())
                    return playback.seek(*step);
                if (order.stride)
                    playback.set_stride(*order.stride);
                playback.step(order.step.direction());
            },
            [&](const SelectStride& order) { playback.set_stride(chosen_of(kStrides, playback.view().stride, order.stride)); },
            [&](const SelectPace& order) { playback.set_pace(chosen_of(kPaces, playback.view().pace, order.pace)); },
            [&](const SelectCompared& order) {
                const std::size_t variants = program.lesson()->variants.size();
                if (const auto* index = order.index.value(); index == nullptr)
                    comparison.step(order.index.direction(), program.variant(), variants);
                else if (*index < variants && *index != program.variant())
                    comparison.select(*index);
            },
            [&](const CountHardware& /*order*/) { counters.request_hardware(); },
            [&](const CountStep& /*order*/) { step_counts.request(); },
            [&](const ChooseAnswer& order) { walkthrough.choose(order.index); },
            [&](const SetVotes& order) { walkthrough.set_votes(order.votes); },
            [&](const ReadMachineCode& /*order*/) { machine_codes.request(); },
            [&](const AskLayout& order) { layout.ask(order); },
            [&](const FindWaves& /*order*/) { counters.request_waves(); },
            [&](const FindRounding& /*order*/) { counters.request_rounding(); },
            [&](const MapKernel& /*order*/) { counters.request_heat(); },
            [&](const ModelSm& /*order*/) { sm.request(); },
            [&](const ExplainTime& /*order*/) { causes.request(); },
            [&](const TryAdvice& order) {
                if (!causes.try_advice(order, measured_time()))
                    notices.add(Severity::information, tr("No advice for this variant can be tried."));
            },
            [&](const EndTrial& order) { causes.end_trial(order); },
            [&](const SelectResidentBlocks& order) {
                const auto* blocks = order.blocks.value();
                blocks != nullptr ? sm.choose_blocks(*blocks) : sm.step_blocks(order.blocks.direction());
            },
            [&](const SelectCycles& order) {
                const auto* cycles = order.cycles.value();
                cycles != nullptr ? sm.choose_cycles(*cycles) : sm.step_cycles(order.cycles.direction());
            },
            [&](const ToggleSmComparison& /*order*/) { sm.toggle_comparison(); },
            [&](const ShowClass& order) { classroom = order.progress; },
            [&](const AddNotice& order) { notices.add(order.severity, order.text, Notices::Topic::other); },
            [&](const TogglePublished& /*order*/) {
                if (!walkthrough.toggle_published())
                    notices.add(Severity::information, tr("No published results for this lesson."));
            },
            [&](const CueStep& order) {
                if (const auto* cue = walkthrough.go(order))
                    apply_cue(*cue, now);
                else if (order.direction == Direction::next && !order.index && walkthrough.walk().index())
                    notices.add(Severity::information, end_of_lesson());
            },
        },
        command);
}

} // namespace warpstage::session

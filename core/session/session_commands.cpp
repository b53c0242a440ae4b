// What each command asks for, and which function of the state does it.
#include "core/session/session_state.h"
#include "core/session/stepped.h"

#include <algorithm>
#include <type_traits>

namespace warpstage::session {

std::optional<std::string> Session::State::next_choice(const StepParameter& step) const
{
    const auto& parameters = lesson->problem->parameters();
    const auto parameter = std::ranges::find(parameters, step.id, &problem::Parameter::id);
    if (parameter == parameters.end() || parameter->choices.empty())
        return std::nullopt;
    const auto current = std::ranges::find(parameter->choices, settings.text(step.id));
    if (current == parameter->choices.end())
        return parameter->choices.front();
    return parameter->choices[stepped(
        static_cast<std::size_t>(current - parameter->choices.begin()), parameter->choices.size(), step.direction)];
}

std::size_t Session::State::lesson_after(Direction direction) const
{
    return stepped(lesson_index, catalog->lessons().size(), direction);
}

void Session::State::obey(const Command& command, Time now)
{
    std::visit(
        [&](const auto& order) {
            using Order = std::decay_t<decltype(order)>;
            if constexpr (std::is_same_v<Order, SelectLesson>) {
                auto found = catalog->find(order.id);
                if (!found)
                    notices.add(Severity::attention, found.error().message, now);
                else
                    change_lesson(index_of(*found));
            } else if constexpr (std::is_same_v<Order, StepLesson>) {
                change_lesson(lesson_after(order.direction));
            } else if constexpr (std::is_same_v<Order, SelectVariant>) {
                change_variant(order.index, now);
            } else if constexpr (std::is_same_v<Order, SelectEngine>) {
                change_engine(order.kind, now);
            } else if constexpr (std::is_same_v<Order, ToggleEngine>) {
                change_engine(engine == vm.get() ? engine::EngineKind::gpu : engine::EngineKind::vm, now);
            } else if constexpr (std::is_same_v<Order, SetParameter>) {
                change_parameter(order.id, order.value, now);
            } else if constexpr (std::is_same_v<Order, StepParameter>) {
                if (const auto next = next_choice(order))
                    change_parameter(order.id, *next, now);
            } else if constexpr (std::is_same_v<Order, TogglePause>) {
                playing = !playing;
                broken = false;
                rate.clear();
            } else if constexpr (std::is_same_v<Order, Restart>) {
                if (replay != nullptr)
                    forget_results(); // from here on everything is computed
                restart();
            } else if constexpr (std::is_same_v<Order, ShowReplay>) {
                show_replay(order.replay, now);
            } else if constexpr (std::is_same_v<Order, SelectWarp>) {
                if (const auto shown = recording(); shown != nullptr && order.warp < shown->trace.warps)
                    warp = order.warp;
            } else if constexpr (std::is_same_v<Order, SelectAccess>) {
                choose_access_at(order.pc);
            } else if constexpr (std::is_same_v<Order, StepAccess>) {
                if (const auto& chosen = snapshot->selection->chosen_access; chosen && chosen->occurrences > 0) {
                    access.pc = chosen->pc;
                    access.occurrence = stepped(chosen->occurrence, chosen->occurrences, order.direction);
                }
            } else if constexpr (std::is_same_v<Order, SelectLine>) {
                line = order.line == line ? 0 : order.line;
                // A line that touches memory shows its own request; those of another variant's snapshot are not this one's.
                const auto own = std::ranges::find(snapshot->run->accesses, order.line, &AccessView::line);
                if (own != snapshot->run->accesses.end() && snapshot->run->recording == recording())
                    choose_access_at(own->pc);
            } else if constexpr (std::is_same_v<Order, SelectLane>) {
                lane = lane == order.lane ? std::nullopt : std::optional(order.lane);
                cell.reset();
            } else if constexpr (std::is_same_v<Order, SelectCell>) {
                choose_cell(order, now);
            } else if constexpr (std::is_same_v<Order, SelectArchitecture>) {
                change_architecture(order.text, now);
            } else if constexpr (std::is_same_v<Order, StepArchitecture>) {
                step_architecture(order.direction);
            } else if constexpr (std::is_same_v<Order, TogglePlayback>) {
                playback.toggle();
            } else if constexpr (std::is_same_v<Order, StepPlayback>) {
                if (order.stride)
                    playback.set_stride(*order.stride);
                playback.step(order.direction);
            } else if constexpr (std::is_same_v<Order, SeekPlayback>) {
                playback.seek(order.step);
            } else if constexpr (std::is_same_v<Order, SelectStride>) {
                playback.set_stride(order.stride);
            } else if constexpr (std::is_same_v<Order, StepStride>) {
                const auto present = std::ranges::find(kStrides, playback.view().stride) - kStrides.begin();
                playback.set_stride(kStrides[stepped(static_cast<std::size_t>(present), kStrides.size(), order.direction)]);
            } else if constexpr (std::is_same_v<Order, SelectPace>) {
                playback.set_pace(order.pace);
            } else if constexpr (std::is_same_v<Order, StepPace>) {
                const auto present = std::ranges::find(kPaces, playback.view().pace) - kPaces.begin();
                playback.set_pace(kPaces[stepped(static_cast<std::size_t>(present), kPaces.size(), order.direction)]);
            } else if constexpr (std::is_same_v<Order, SelectCompared>) {
                if (order.index < lesson->variants.size() && order.index != variant)
                    compared = order.index;
            } else if constexpr (std::is_same_v<Order, StepCompared>) {
                step_compared(order.direction);
            } else if constexpr (std::is_same_v<Order, CountHardware>) {
                forget_counters();
                counting_due = true;
                auto waiting = std::make_shared<CounterView>();
                waiting->running = true;
                counters = std::move(waiting);
            } else if constexpr (std::is_same_v<Order, MapKernel>) {
                heat_due = true;
            } else if constexpr (std::is_same_v<Order, SelectBlock>) {
                choose_block(order);
            } else if constexpr (std::is_same_v<Order, ReplaceKernels>) {
                replace_kernels(order, now);
            } else if constexpr (std::is_same_v<Order, Tell>) {
                notices.add(order.severity, order.text, now);
            } else if constexpr (std::is_same_v<Order, ShowWrongElement>) {
                show_wrong_element(order.element);
            } else if constexpr (std::is_same_v<Order, TogglePublished>) {
                toggle_published(now);
            } else if constexpr (std::is_same_v<Order, CueStep>) {
                walk_cues(order, now);
            } else {
                static_assert(!sizeof(Order), "a command without an effect");
            }
        },
        command);
}

} // namespace warpstage::session

// What each command does to the state. Only a change of engine waits, for a step that has been told to end.
#include "core/session/session_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

namespace warpstage::session {

namespace {

std::size_t stepped(std::size_t index, std::size_t count, Direction direction)
{
    return (index + (direction == Direction::next ? 1 : count - 1)) % count;
}

} // namespace

lesson::Machine Session::State::machine() const
{
    return engine == vm.get() ? lesson::Machine::virtual_machine : lesson::Machine::gpu;
}

void Session::State::forget_results()
{
    replay = nullptr;
    timings.clear();
    rate.clear();
    recordings.clear();
    unrecordable.clear();
    playback.clear();
    ++generation;
}

void Session::State::change_lesson(std::size_t index)
{
    lesson_index = index;
    lesson = catalog->lessons()[index];
    if (const auto changed = edited.find(lesson->id); changed != edited.end())
        lesson = changed->second;
    settings = lesson->initial_settings(machine());
    programs = std::make_shared<const engine::VmPrograms>(lesson);
    plans.clear();
    forget_results();
    particles = nullptr;
    matrix = nullptr;
    warp = 0;
    line = 0;
    must_load = true;
    change_variant(0);
    restart();
}

void Session::State::change_variant(std::size_t index)
{
    if (index >= lesson->variants.size())
        return;
    variant = index;
    access_pc.reset();
    access_occurrence.reset();
    line = 0;
    must_adopt = true;
    broken = false;
    rate.clear();
    // A step of many seconds must not keep the new variant waiting.
    if (!engine->idle()) {
        discard_step = true;
        engine->interrupt(engine::Interruption::harmless);
    }
}

void Session::State::restart()
{
    must_adopt = true;
    contents = engine::Contents::initial;
    discard_step = true;
    broken = false;
    steps = 0;
    engine->interrupt(engine::Interruption::at_once);
    playback.rewind();
}

void Session::State::change_parameter(const std::string& id, const std::string& value, Time now)
{
    auto changed = settings;
    if (auto set = changed.set(lesson->problem->parameters(), id, value); !set) {
        notices.add(Severity::attention, set.error().message, now);
        return;
    }
    if (auto plan = lesson->problem->plan(lesson->variants[variant], changed); !plan) {
        notices.add(Severity::attention, plan.error().message, now);
        return;
    }
    settings = changed;
    plans.clear();
    forget_results();
    restart();
}

void Session::State::change_engine(engine::EngineKind kind, Time now)
{
    auto* wanted = kind == engine::EngineKind::gpu ? gpu.get() : vm.get();
    if (wanted == nullptr) {
        notices.add(Severity::attention,
            gpu_absence.empty() ? "The GPU was left out at the start; start without --engine vm to use it." : gpu_absence, now);
        return;
    }
    if (wanted == engine)
        return;
    engine->interrupt(engine::Interruption::at_once);
    // A step that is still running belongs to the other machine: it is waited for here, since an engine is only left when idle.
    if (!engine->idle())
        static_cast<void>(engine->wait());
    const bool untouched = settings == lesson->initial_settings(machine());
    engine = wanted;
    adopted = nullptr;
    must_load = true;
    if (replay != nullptr)
        forget_results();
    timings.clear();
    // Who has set nothing gets what suits the other machine.
    if (untouched && settings != lesson->initial_settings(machine())) {
        settings = lesson->initial_settings(machine());
        plans.clear();
        forget_results();
    }
    restart();
}

void Session::State::show_replay(const std::shared_ptr<const Replay>& shown, Time now)
{
    const auto found = catalog->find(shown->lesson);
    if (!found) {
        notices.add(Severity::attention, found.error().message, now);
        return;
    }
    change_lesson(static_cast<std::size_t>(std::ranges::find(catalog->lessons(), *found) - catalog->lessons().begin()));
    settings = shown->settings;
    const auto at = std::ranges::find(lesson->variants, shown->variant, &problem::Variant::id);
    change_variant(at == lesson->variants.end() ? 0 : static_cast<std::size_t>(at - lesson->variants.begin()));
    replay = shown;
    if (shown->recording != nullptr) {
        auto recording = std::make_shared<Recording>(*shown->recording);
        recording->serial = ++recording_serial;
        recordings[variant] = std::move(recording);
    }
    notices.add(Severity::information,
        fmt::format("From a file: {}, {}. Restart computes anew.", shown->origin.machine, shown->origin.when), now);
}

bool Session::State::replays(std::size_t index) const
{
    return replay != nullptr && replay->recording != nullptr && lesson->variants[index].id == replay->variant;
}

void Session::State::replace_kernels(const std::shared_ptr<const lesson::Lesson>& replacement)
{
    edited.insert_or_assign(replacement->id, replacement);
    if (replacement->id != lesson->id)
        return; // it came too late to be seen; who comes back to the lesson finds it
    lesson = replacement;
    programs = std::make_shared<const engine::VmPrograms>(lesson);
    plans.clear();
    forget_results();
    must_load = true;
    change_variant(variant);
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
                    change_lesson(
                        static_cast<std::size_t>(std::ranges::find(catalog->lessons(), *found) - catalog->lessons().begin()));
            } else if constexpr (std::is_same_v<Order, StepLesson>) {
                change_lesson(stepped(lesson_index, catalog->lessons().size(), order.direction));
            } else if constexpr (std::is_same_v<Order, SelectVariant>) {
                change_variant(order.index);
            } else if constexpr (std::is_same_v<Order, SelectEngine>) {
                change_engine(order.kind, now);
            } else if constexpr (std::is_same_v<Order, ToggleEngine>) {
                change_engine(engine == vm.get() ? engine::EngineKind::gpu : engine::EngineKind::vm, now);
            } else if constexpr (std::is_same_v<Order, SetParameter>) {
                change_parameter(order.id, order.value, now);
            } else if constexpr (std::is_same_v<Order, StepParameter>) {
                const auto& parameters = lesson->problem->parameters();
                const auto parameter = std::ranges::find(parameters, order.id, &problem::Parameter::id);
                if (parameter == parameters.end() || parameter->choices.empty())
                    return;
                const auto current = std::ranges::find(parameter->choices, settings.text(order.id));
                const auto index = current == parameter->choices.end()
                    ? std::size_t { 0 }
                    : stepped(static_cast<std::size_t>(current - parameter->choices.begin()), parameter->choices.size(),
                        order.direction);
                change_parameter(order.id, parameter->choices[index], now);
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
                access_pc = order.pc;
                access_occurrence.reset();
            } else if constexpr (std::is_same_v<Order, StepAccess>) {
                if (const auto& chosen = snapshot->chosen_access; chosen && chosen->occurrences > 0) {
                    access_pc = chosen->pc;
                    access_occurrence = stepped(chosen->occurrence, chosen->occurrences, order.direction);
                }
            } else if constexpr (std::is_same_v<Order, SelectLine>) {
                line = order.line == line ? 0 : order.line;
                // A line that touches shared memory shows its own banks.
                for (const auto& access : snapshot->shared_accesses) {
                    if (access.line == order.line) {
                        access_pc = access.pc;
                        access_occurrence.reset();
                        break;
                    }
                }
            } else if constexpr (std::is_same_v<Order, ReplaceKernels>) {
                replace_kernels(order.lesson);
            } else if constexpr (std::is_same_v<Order, Tell>) {
                notices.add(order.severity, order.text, now);
            } else {
                static_assert(!sizeof(Order), "a command without an effect");
            }
        },
        command);
}

} // namespace warpstage::session

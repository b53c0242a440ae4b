// What each command does to the state. Only a change of engine waits, for a step that has been told to end.
#include "core/session/session_state.h"
#include "core/session/stepped.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace warpstage::session {

const std::vector<arch::Architecture>& architecture_tour()
{
    static const std::vector<arch::Architecture> tour = [] {
        std::vector<arch::Architecture> stops;
        for (const char* text : { "1.3", "2.0", "3.5", "3.5:8byte", "5.2", "7.0", "9.0", "12.0" }) {
            const auto stop = arch::parse_architecture(text);
            VERIFY(stop.ok());
            stops.push_back(*stop);
        }
        for (const arch::Gpu& gpu : arch::all_gpus())
            stops.push_back({ &arch::traits_of(gpu.capability), &gpu });
        return stops;
    }();
    return tour;
}

lesson::Machine Session::State::machine() const
{
    return engine == vm.get() ? lesson::Machine::virtual_machine : lesson::Machine::gpu;
}

lesson::ChosenSettings Session::State::chosen_settings(std::size_t index) const
{
    const auto& description = engine->description();
    return lesson::choose_settings(
        *lesson, lesson->variants[index], settings, said, { description.name, description.multiprocessors }, *tuned);
}

void Session::State::forget_counters()
{
    counter_worker.give_up();
    counters = nullptr;
    counting_due = false;
}

void Session::State::forget_heat()
{
    heat_worker.give_up();
    heat = nullptr;
    heat_due = false;
    block.reset();
    block_due = false;
}

void Session::State::choose_block(const SelectBlock& choice)
{
    const auto plan = plans.find(variant);
    if (plan == plans.end() || plan->second == nullptr || plan->second->recorded_work >= plan->second->step.size())
        return;
    const auto& launch = std::get<problem::KernelLaunch>(plan->second->step[plan->second->recorded_work]);
    block = std::min<std::uint64_t>(choice.block, launch.grid.count() - 1);
    warp = choice.warp;
    const auto shown = recording();
    block_due = shown == nullptr || shown->trace.block != *block;
}

// The trial's grid may be smaller than the one on screen: its block is where it was in each direction.
void Session::State::show_wrong_element(const WrongElement& element)
{
    wrong_element = element;
    if (!element.thread)
        return;
    lane = element.thread->lane;
    const auto plan = plans.find(variant);
    if (plan == plans.end() || plan->second == nullptr || plan->second->recorded_work >= plan->second->step.size())
        return;
    const auto& grid = std::get<problem::KernelLaunch>(plan->second->step[plan->second->recorded_work]).grid;
    const auto& at = element.thread->block;
    choose_block({ (std::uint64_t { at.z } * grid.y + at.y) * grid.x + at.x, element.thread->warp });
}

void Session::State::forget_results()
{
    replay = nullptr;
    wrong_element.reset();
    forget_counters();
    forget_heat();
    compared_playback.clear();
    assessments.clear();
    timings.clear();
    rate.clear();
    recordings.clear();
    unrecordable.clear();
    playback.clear();
    ++generation;
}

std::shared_ptr<const lesson::Lesson> Session::State::lesson_at(std::size_t index) const
{
    const auto& original = catalog->lessons()[index];
    const auto changed = edited.find(original->id);
    return changed == edited.end() ? original : changed->second;
}

std::size_t Session::State::index_of(const std::shared_ptr<const lesson::Lesson>& original) const
{
    return static_cast<std::size_t>(std::ranges::find(catalog->lessons(), original) - catalog->lessons().begin());
}

std::size_t Session::State::lesson_after(Direction direction) const
{
    return stepped(lesson_index, catalog->lessons().size(), direction);
}

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

void Session::State::change_lesson(std::size_t index)
{
    lesson_index = index;
    lesson = lesson_at(index);
    settings = lesson->initial_settings(machine());
    said.clear();
    programs = std::make_shared<const engine::VmPrograms>(lesson);
    plans.clear();
    forget_results();
    particles = nullptr;
    matrix = nullptr;
    warp = 0;
    line = 0;
    if (std::exchange(architecture_of_cue, false))
        architecture.reset();
    cue_selection_due = false;
    cues.start(lesson->cues.size());
    lane.reset();
    refused.reset();
    must_load = true;
    variant = 0;
    change_variant(0, {});
    compared = twin_of(0);
    switched_at.reset();
    restart();
}

// A kernel that is wrong stands before its repair.
std::optional<std::size_t> Session::State::twin_of(std::size_t index) const
{
    const auto& all = lesson->variants;
    const auto is_wrong = [&](std::size_t other) {
        return other < all.size() && !all[other].expects.empty();
    };
    const auto is_right = [&](std::size_t other) {
        return other < all.size() && all[other].expects.empty() && !lesson->problem->kernels(all[other]).empty();
    };
    if (is_wrong(index) && is_right(index + 1))
        return index + 1;
    return index > 0 && is_right(index) && is_wrong(index - 1) ? std::optional(index - 1) : std::nullopt;
}

void Session::State::change_variant(std::size_t index, Time now)
{
    if (index >= lesson->variants.size())
        return;
    if (index != variant) {
        compared = twin_of(index).value_or(variant);
        switched_at = now;
        forget_counters();
        forget_heat();
        wrong_element.reset();
    }
    variant = index;
    transfers = nullptr;
    access = {};
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
    drift.forget();
    engine->interrupt(engine::Interruption::at_once);
    playback.rewind();
}

void Session::State::change_parameter(const std::string& id, const std::string& value, Time now)
{
    auto changed = settings;
    if (auto set = changed.set(lesson->problem->parameters(), id, value); !set) {
        refused = RefusedParameter { id, value, set.error().message };
        notices.add(Severity::attention, set.error().message, now);
        return;
    }
    if (auto plan = lesson->problem->plan(lesson->variants[variant], changed); !plan) {
        refused = RefusedParameter { id, value, plan.error().message };
        notices.add(Severity::attention, plan.error().message, now);
        return;
    }
    refused.reset();
    settings = changed;
    said.insert(id);
    plans.clear();
    forget_results();
    restart();
}

void Session::State::change_architecture(const std::string& text, Time now)
{
    if (text.empty()) {
        architecture.reset();
        return;
    }
    const auto parsed = arch::parse_architecture(text);
    if (parsed)
        architecture = *parsed;
    else
        notices.add(Severity::attention, parsed.error().message, now);
}

void Session::State::step_architecture(Direction direction)
{
    const auto& tour = architecture_tour();
    const auto present = std::ranges::find_if(tour, [&](const arch::Architecture& stop) {
        return architecture ? stop.traits == architecture->traits && stop.gpu == architecture->gpu : stop.traits == &traits();
    });
    // From one that the tour leaves out to its beginning.
    architecture = present == tour.end()
        ? tour.front()
        : tour[stepped(static_cast<std::size_t>(present - tour.begin()), tour.size(), direction)];
}

void Session::State::choose_access_at(std::uint32_t pc)
{
    access = {};
    access.pc = pc;
    if (const auto shown = recording(); playback.controlled() && shown != nullptr) {
        // While the run stands at a step, choosing an access goes to where it is made next.
        const auto view = playback.view();
        const auto& executed = shown->trace.steps;
        // Until the next frame the playback may still tell the recording before this one, which had more steps.
        const auto told = std::min(view.steps, executed.size());
        const auto from = view.step.value_or(0);
        for (std::size_t i = 0; i < told; ++i) {
            if (const auto at = (from + i) % told; executed[at].pc == pc && shown->trace.access_of(executed[at]) != nullptr) {
                playback.seek(at);
                return;
            }
        }
    }
}

void Session::State::step_compared(Direction direction)
{
    const auto count = lesson->variants.size();
    if (count < 2)
        return;
    auto next = stepped(compared.value_or(variant), count, direction);
    if (next == variant)
        next = stepped(next, count, direction);
    compared = next;
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
    const auto all_chosen = [this] {
        std::vector<problem::Settings> all;
        for (std::size_t i = 0; i < lesson->variants.size(); ++i)
            all.push_back(chosen_settings(i).settings);
        return all;
    };
    const auto before = all_chosen();
    engine = wanted;
    adopted = nullptr;
    transfers = nullptr;
    must_load = true;
    if (replay != nullptr)
        forget_results();
    timings.clear();
    // Who has set nothing gets what suits the other machine.
    if (untouched)
        settings = lesson->initial_settings(machine());
    if (all_chosen() != before) {
        plans.clear();
        forget_results();
    }
    restart();
}

void Session::State::replace_kernels(const ReplaceKernels& replacement, Time now)
{
    edited.insert_or_assign(replacement.lesson->id, replacement.lesson);
    if (replacement.lesson->id != lesson->id)
        return; // it came too late to be seen; who comes back to the lesson finds it
    lesson = replacement.lesson;
    const auto tried = std::ranges::find(lesson->variants, replacement.tried_variant, &problem::Variant::id);
    if (tried != lesson->variants.end())
        trial.has_passed({ lesson, static_cast<std::size_t>(tried - lesson->variants.begin()), replacement.tried_settings });
    programs = std::make_shared<const engine::VmPrograms>(lesson);
    plans.clear();
    // The kernels that a file's run and times are of: these stay on screen until something is computed anew.
    const auto shown =
        replay != nullptr && replay->kernels != nullptr && replay->kernels->source == lesson->source ? replay : nullptr;
    forget_results();
    must_load = true;
    change_variant(variant, now);
    if (shown != nullptr)
        take_results_of(shown);
}

void Session::State::take_results_of(const std::shared_ptr<const Replay>& shown)
{
    replay = shown;
    const auto at = std::ranges::find(lesson->variants, shown->variant, &problem::Variant::id);
    if (shown->recording == nullptr || at == lesson->variants.end())
        return;
    auto recording = std::make_shared<Recording>(*shown->recording);
    recording->serial = ++recording_serial;
    recordings[static_cast<std::size_t>(at - lesson->variants.begin())] = std::move(recording);
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
    change_variant(at == lesson->variants.end() ? 0 : static_cast<std::size_t>(at - lesson->variants.begin()), now);
    take_results_of(shown);
    notices.add(Severity::information,
        fmt::format("From a file: {}, {}. Restart computes anew.", shown->origin.machine, shown->origin.when), now);
}

bool Session::State::replays(std::size_t index) const
{
    return replay != nullptr && replay->recording != nullptr && lesson->variants[index].id == replay->variant;
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
                if (const auto& chosen = snapshot->chosen_access; chosen && chosen->occurrences > 0) {
                    access.pc = chosen->pc;
                    access.occurrence = stepped(chosen->occurrence, chosen->occurrences, order.direction);
                }
            } else if constexpr (std::is_same_v<Order, SelectLine>) {
                line = order.line == line ? 0 : order.line;
                // A line that touches memory shows its own request.
                const auto own = std::ranges::find(snapshot->accesses, order.line, &AccessView::line);
                if (own != snapshot->accesses.end())
                    choose_access_at(own->pc);
            } else if constexpr (std::is_same_v<Order, SelectLane>) {
                lane = lane == order.lane ? std::nullopt : std::optional(order.lane);
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

// What is computed: lesson, variant, parameters, machine, kernels, and what is forgotten with each of them. Only a change of
// engine waits, for a step that has been told to end.
#include "core/session/session_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::session {

lesson::ChosenSettings Session::State::chosen_settings(std::size_t index) const
{
    const auto& description = engine->description();
    return lesson::choose_settings(
        *lesson, lesson->variants[index], settings, said, { description.name, description.multiprocessors }, *tuned);
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

void Session::State::forget_results()
{
    replay = nullptr;
    wrong_element.reset();
    cell.reset();
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

void Session::State::change_lesson(std::size_t index)
{
    lesson_index = index;
    lesson = lesson_at(index);
    settings = lesson->initial_settings(engine->description().kind);
    said.clear();
    programs = std::make_shared<const engine::VmPrograms>(lesson);
    plans.clear();
    forget_results();
    particles = nullptr;
    matrix = nullptr;
    matrix_reader.forget();
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
    cell.reset();
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

void Session::State::change_parameter(const std::string& id, const std::string& value, Time now)
{
    auto changed = settings;
    if (auto set = changed.set(lesson->problem->parameters(), id, value); !set) {
        refused = RefusedParameter { id, value, set.error().message };
        notices.add(Severity::attention, set.error().message, now);
        return;
    }
    if (auto plan = preparation.plan({ lesson, variant, changed }); !plan) {
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
    const bool untouched = settings == lesson->initial_settings(engine->description().kind);
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
        settings = lesson->initial_settings(engine->description().kind);
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

} // namespace warpstage::session

// A cue takes effect: variant, parameters and architecture at once, the selection when the recording it stands in is there.
#include "core/arch/architecture.h"
#include "core/session/session_state.h"

#include <algorithm>

namespace warpstage::session {

namespace {

// The n-th shared access of the line, counted from 1; with 0 the one that wastes most. Nothing where the line has none.
std::optional<std::uint32_t> access_of_line(const Recording& recording, std::uint32_t line, std::uint32_t number)
{
    auto accesses = shared_accesses(recording);
    std::erase_if(accesses, [&](const SharedAccessView& access) { return access.line != line; });
    if (number == 0)
        return default_access(accesses);
    return number <= accesses.size() ? std::optional { accesses[number - 1].pc } : std::nullopt;
}

} // namespace

void Session::State::walk_cues(const CueStep& step, Time now)
{
    const auto asks = [this](std::size_t index) {
        return !lesson->cues[index].question.empty();
    };
    std::optional<std::size_t> index;
    if (step.index)
        index = cues.select(*step.index, asks);
    else
        index = step.direction == Direction::next ? cues.next(asks) : cues.previous();
    if (index)
        apply_cue(lesson->cues[*index], now);
}

void Session::State::apply_cue(const lesson::Cue& cue, Time now)
{
    auto wanted = lesson->settings_of(cue, machine());
    if (wanted != settings) {
        if (auto plan = lesson->problem->plan(lesson->variants[cue.variant], wanted); !plan) {
            notices.add(Severity::attention, plan.error().message, now);
            return;
        }
        settings = std::move(wanted);
        plans.clear();
        forget_results();
        restart();
    }
    explain_as(cue.architecture.empty() ? nullptr : arch::parse_architecture(cue.architecture)->traits);
    if (cue.variant != variant)
        change_variant(cue.variant);
    warp = cue.warp.value_or(0);
    line = cue.line;
    access_pc.reset();
    access_occurrence.reset();
    cue_selection_due = cue.line != 0;
}

void Session::State::explain_as(const arch::Traits* wanted)
{
    if (wanted == explained_as)
        return;
    explained_as = wanted;
    recordings.clear();
    unrecordable.clear();
    playback.clear();
    ++generation;
}

void Session::State::select_for_cue()
{
    const auto shown = recording();
    const auto index = cues.index();
    if (!cue_selection_due || shown == nullptr || !index)
        return;
    cue_selection_due = false;
    const auto& cue = lesson->cues[*index];
    if (const auto pc = access_of_line(*shown, cue.line, cue.access))
        access_pc = pc;
}

void Session::State::toggle_published(Time now)
{
    if (published == nullptr || !published->has_lesson(lesson->id)) {
        notices.add(Severity::information, "The lectures published no figures for this lesson.", now);
        return;
    }
    show_published = !show_published;
}

CueView Session::State::cue_view() const
{
    CueView view;
    view.count = cues.count();
    view.index = cues.index();
    if (!view.index)
        return view;
    const auto& cue = lesson->cues[*view.index];
    if (variant != cue.variant || settings != lesson->settings_of(cue, machine()))
        return view;
    view.figure = cue.figure;
    view.words = cues.asking() ? cue.question : cue.caption;
    view.numbers = cues.asking() ? CueNumbers::hidden : CueNumbers::shown;
    return view;
}

} // namespace warpstage::session

// A cue takes effect: variant, parameters and architecture at once, the selection when the recording it stands in is there.
#include "core/session/session_state.h"

#include <algorithm>

namespace warpstage::session {

namespace {

bool is_pointed_at(const AccessView& access, const lesson::Cue& cue)
{
    if (access.line != cue.line)
        return false;
    if (cue.figure == "banks")
        return access.space == ptx::StateSpace::shared;
    return cue.figure != "sectors" || access.space == ptx::StateSpace::global;
}

// The n-th access of the line, counted from 1, to the memory that the cue points at; with 0 the one that wastes most. Nothing
// where the line has none.
std::optional<std::uint32_t> access_of(const Recording& recording, const analysis::KernelReport& report, const lesson::Cue& cue)
{
    auto accesses = accesses_of(recording, report);
    std::erase_if(accesses, [&](const AccessView& access) { return !is_pointed_at(access, cue); });
    if (cue.access > 0)
        return cue.access <= accesses.size() ? std::optional { accesses[cue.access - 1].pc } : std::nullopt;
    const auto worst = default_access(accesses);
    return worst ? std::optional { worst->pc } : std::nullopt;
}

} // namespace

std::optional<std::size_t> Session::State::walk_to(CueWalk& walk, const CueStep& step) const
{
    const auto asks = [this](std::size_t index) {
        return !lesson->cues[index].question.empty();
    };
    if (step.index)
        return walk.select(*step.index, asks);
    return step.direction == Direction::next ? walk.next(asks) : walk.previous();
}

void Session::State::walk_cues(const CueStep& step, Time now)
{
    if (const auto index = walk_to(cues, step))
        apply_cue(lesson->cues[*index], now);
}

void Session::State::apply_cue(const lesson::Cue& cue, Time now)
{
    auto wanted = lesson->settings_of(cue, machine());
    if (wanted != settings) {
        if (auto plan = preparation.plan({ lesson, cue.variant, wanted }); !plan) {
            notices.add(Severity::attention, plan.error().message, now);
            return;
        }
        settings = std::move(wanted);
        said.clear();
        for (const auto& [parameter, value] : cue.parameters)
            said.insert(parameter);
        plans.clear();
        forget_results();
        restart();
    }
    // What somebody has chosen stays, where the cue does not mind.
    if (!cue.architecture.empty() || architecture_of_cue)
        change_architecture(cue.architecture, now);
    architecture_of_cue = !cue.architecture.empty();
    if (cue.variant != variant)
        change_variant(cue.variant, now);
    warp = cue.warp.value_or(0);
    line = cue.line;
    access = {};
    cue_selection_due = cue.line != 0;
}

void Session::State::select_for_cue()
{
    const auto shown = recording();
    const auto index = cues.index();
    if (!cue_selection_due || shown == nullptr || !index)
        return;
    cue_selection_due = false;
    if (const auto pc = access_of(*shown, assessment_of(variant)->report, lesson->cues[*index]))
        choose_access_at(*pc);
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

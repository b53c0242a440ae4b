#include "core/session/walkthrough/hidden_answer.h"

#include <utility>

namespace warpstage::session {

void hide_answer(const Snapshot& model, Snapshot& shown)
{
    const std::size_t variant = model.setup->variant;
    shown.cue = model.cue;
    shown.device = model.device;
    shown.scene = model.scene;

    SetupSection setup = *model.setup;
    if (variant < setup.variants.size())
        setup.variants[variant].summary.clear(); // it says what is asked for
    shown.setup.replace(std::move(setup));

    TimingSection timing;
    timing.playing = model.timing->playing;
    timing.steps = model.timing->steps;
    timing.steps_per_second = model.timing->steps_per_second;
    timing.variants = model.timing->variants;
    if (variant < timing.variants.size())
        timing.variants[variant] = {};
    shown.timing.replace(std::move(timing));

    RunSection run;
    run.traits = model.run->traits;
    run.architecture = model.run->architecture;
    shown.run.replace(std::move(run));

    SelectionSection selection;
    selection.warp = model.selection->warp;
    selection.line = model.selection->line;
    shown.selection.replace(std::move(selection));

    PlaybackSection playback;
    playback.run = model.playback->run;
    shown.playback.replace(std::move(playback));

    // A fault that the lesson asks for is the answer.
    const auto& lesson = model.setup->lesson;
    const bool expected = lesson != nullptr && variant < lesson->variants.size() && !lesson->variants[variant].expects.empty();
    std::vector<Notice> notices = *model.notices;
    if (expected)
        std::erase_if(notices, [](const Notice& notice) { return notice.severity == Severity::fault; });
    shown.notices.replace(std::move(notices));
}

} // namespace warpstage::session

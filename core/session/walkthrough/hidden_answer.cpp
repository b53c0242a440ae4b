#include "core/session/walkthrough/hidden_answer.h"

#include <utility>

namespace warpstage::session {

namespace {

// Only the size of shared memory: its contents and accesses would reveal the recorded run.
std::shared_ptr<const ArrayFrame> blank(const std::shared_ptr<const ArrayFrame>& array, const Snapshot& before)
{
    if (array == nullptr)
        return nullptr;
    const auto& known = before.scene->array;
    if (known != nullptr && known->steps == 0 && known->values.size() == array->values.size()
        && known->element_bytes == array->element_bytes)
        return known;
    auto frame = std::make_shared<ArrayFrame>();
    frame->values.resize(array->values.size());
    frame->known.resize(array->values.size());
    frame->touched.resize(array->values.size());
    frame->element_bytes = array->element_bytes;
    return frame;
}

// The results of the steps without the recorded run, which would reveal the answer.
SceneSection without_run(const SceneSection& scene, const Snapshot& before)
{
    SceneSection shown;
    shown.plan = scene.plan;
    shown.detail = scene.detail;
    shown.particles = scene.particles;
    shown.matrix = scene.matrix;
    shown.array = blank(scene.array, before);
    return shown;
}

} // namespace

void hide_answer(const Snapshot& model, Snapshot& shown)
{
    const std::size_t variant = model.setup->variant;
    shown.cue = model.cue;
    shown.device = model.device;
    shown.scene.replace(without_run(*model.scene, shown));

    SetupSection setup = *model.setup;
    if (variant < setup.variants.size()) {
        setup.variants[variant].summary.clear(); // it may contain the answer
        setup.variants[variant].wrong.clear(); // likewise
    }
    setup.published = nullptr; // as may the published results
    shown.setup.replace(std::move(setup));

    TimingSection timing;
    timing.playing = model.timing->playing;
    timing.steps = model.timing->steps;
    timing.variants = model.timing->variants;
    for (std::size_t i = 0; i < timing.variants.size(); ++i)
        if (model.timing->reference(i) == variant)
            timing.variants[i].speed_up = 0.0; // relative to the hidden time
    if (variant < timing.variants.size())
        timing.variants[variant] = {};
    shown.timing.replace(std::move(timing));

    EstimateSection estimates = *model.estimates;
    if (variant < estimates.variants.size()) {
        if (estimates.reference() == variant)
            for (auto& other : estimates.variants)
                other.speed_up = 0.0;
        estimates.variants[variant] = {};
    }
    estimates.merit = 0.0;
    shown.estimates.replace(std::move(estimates));
    shown.time_axis = model.time_axis;

    RunSection run;
    run.traits = model.run->traits;
    run.architecture = model.run->architecture;
    shown.run.replace(std::move(run));

    SelectionSection selection;
    selection.warp = model.selection->warp;
    selection.line = model.selection->line;
    shown.selection.replace(std::move(selection));

    shown.playback.replace({});
    shown.counters.replace({});
    shown.sm.replace({});
    shown.why.replace({});

    // A fault that the lesson expects is the answer.
    const auto& lesson = model.setup->lesson;
    const bool expected = lesson != nullptr && variant < lesson->variants.size() && !lesson->variants[variant].expects.empty();
    std::vector<Notice> notices = *model.notices;
    if (expected)
        std::erase_if(notices, [](const Notice& notice) { return notice.severity == Severity::fault; });
    shown.notices.replace(std::move(notices));
}

std::shared_ptr<const Snapshot> AudienceSnapshots::of(std::shared_ptr<const Snapshot> whole)
{
    if (whole == nullptr || whole->cue->numbers != CueNumbers::hidden)
        return whole;
    Snapshot next = m_hidden != nullptr ? *m_hidden : Snapshot {};
    hide_answer(*whole, next);
    if (m_hidden == nullptr || !(next == *m_hidden))
        m_hidden = std::make_shared<const Snapshot>(std::move(next));
    return m_hidden;
}

} // namespace warpstage::session

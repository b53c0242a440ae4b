#include "app/views/gallery/stage_exhibit.h"

#include "core/base/verify.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace warpstage::views {

namespace {

// Sizes, and whatever differs from what the lesson begins with.
std::vector<std::string> settings_of(const session::Snapshot& snapshot)
{
    std::vector<std::string> words;
    if (snapshot.setup->parameters.empty() || snapshot.setup->lesson->problem == nullptr) // kernels of no lesson have neither
        return words;
    const auto initial = snapshot.setup->lesson->initial_settings(snapshot.device->engine.kind);
    for (const session::ParameterView& parameter : snapshot.setup->parameters) {
        const bool size = parameter.id == "n" || parameter.id == "block";
        if (size || parameter.value != initial.text(parameter.id))
            words.push_back(fmt::format("{} = {}", parameter.id, parameter.value));
    }
    return words;
}

// A copy whose report is by the present architecture, as figures want it.
std::shared_ptr<const session::Recording> judged(
    const session::Recording& recording, const std::shared_ptr<const session::Assessment>& assessment)
{
    auto copy = std::make_shared<session::Recording>(recording);
    if (assessment)
        copy->report = assessment->report;
    return copy;
}

Result<Subject> subject_of(const session::Snapshot& snapshot)
{
    if (!snapshot.setup->lesson || snapshot.setup->variant >= snapshot.setup->variants.size())
        return Error { "There is nothing to save yet." };
    Subject subject;
    subject.lesson = snapshot.setup->lesson;
    subject.variant = snapshot.setup->variants[snapshot.setup->variant].id;
    subject.settings = settings_of(snapshot);
    subject.traits = snapshot.run->traits;
    subject.architecture = snapshot.run->architecture;
    return subject;
}

Result<Exhibit> access_exhibit(const session::Snapshot& snapshot, const Subject& subject)
{
    if (!snapshot.selection->chosen_access)
        return Error { "There is no access to save: the recorded block makes no request of shared or global memory." };
    const session::ChosenAccess& chosen = *snapshot.selection->chosen_access;
    const ChosenRequest request { &chosen.access, chosen.pc, chosen.line, chosen.warp, chosen.occurrence, chosen.occurrences };
    return chosen.global ? sectors_exhibit(subject, request) : banks_exhibit(subject, request);
}

const char* kind_of(const session::Snapshot& snapshot, Picture picture)
{
    switch (picture) {
    case Picture::access:
        return snapshot.selection->chosen_access && snapshot.selection->chosen_access->global ? "sectors" : "banks";
    case Picture::lanes:
        return "lanes";
    case Picture::timings:
        return "timings";
    case Picture::source:
        return "source";
    case Picture::timeline:
        return "timeline";
    case Picture::comparison:
        return "compare";
    }
    VERIFY_NOT_REACHED();
}

Result<Exhibit> exhibit_of(const session::Snapshot& snapshot, Picture picture, Subject& subject)
{
    if (picture == Picture::timings) {
        const auto timing = snapshot.timing->of(snapshot.setup->variant).timing;
        if (timing.samples == 0)
            return Error { "There are no timings to save yet." };
        subject.measurement = Measurement { snapshot.device->engine, snapshot.timing->works, timing, snapshot.timing->merit,
            snapshot.timing->merit_unit, {} };
        if (snapshot.scene->transfers != nullptr)
            subject.measurement->transfers = *snapshot.scene->transfers;
        return prepare_timings(subject);
    }
    if (!snapshot.run->recording)
        return Error { "There is no recorded block to save a figure of." };
    subject.recording = judged(*snapshot.run->recording, snapshot.run->assessment);
    subject.block = snapshot.run->recording->block_size;
    switch (picture) {
    case Picture::access:
        return access_exhibit(snapshot, subject);
    case Picture::lanes:
        subject.warp = snapshot.selection->warp;
        return prepare_lanes(subject);
    case Picture::source:
        if (snapshot.selection->line != 0)
            subject.line = snapshot.selection->line;
        return prepare_source(subject);
    case Picture::timeline:
        return prepare_timeline(subject);
    case Picture::comparison:
        if (!snapshot.run->compared || !snapshot.run->compared->recording)
            return Error { "There is no second variant to compare with yet." };
        // The one that was there before stands on the left.
        subject.other =
            std::exchange(subject.recording, judged(*snapshot.run->compared->recording, snapshot.run->compared->assessment));
        return prepare_compare(subject);
    case Picture::timings:
        break;
    }
    VERIFY_NOT_REACHED();
}

} // namespace

Result<StageExhibit> stage_exhibit(const session::Snapshot& snapshot, Picture picture)
{
    auto subject = subject_of(snapshot);
    if (!subject)
        return subject.error();
    auto exhibit = exhibit_of(snapshot, picture, *subject);
    if (!exhibit)
        return exhibit.error();
    const char* name = kind_of(snapshot, picture);
    const auto kind = find_kind(name);
    VERIFY(kind.ok());
    return StageExhibit { name, std::move(*exhibit), (*kind)->size };
}

} // namespace warpstage::views

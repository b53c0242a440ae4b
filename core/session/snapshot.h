// The state of the session at one moment, in sections, as the windows show it. Taken once per frame; an unchanged section is the
// same object as in the previous frame. A view includes the headers of the sections that it reads.
#pragma once

#include "core/session/model/classroom.h"
#include "core/session/model/counters.h"
#include "core/session/model/cue.h"
#include "core/session/model/device.h"
#include "core/session/model/estimates.h"
#include "core/session/model/layout.h"
#include "core/session/model/machine_code.h"
#include "core/session/model/notice.h"
#include "core/session/model/playback.h"
#include "core/session/model/run.h"
#include "core/session/model/scene.h"
#include "core/session/model/selection.h"
#include "core/session/model/setup.h"
#include "core/session/model/sm.h"
#include "core/session/model/step_counts.h"
#include "core/session/model/time_axis.h"
#include "core/session/model/timing.h"
#include "core/session/model/why.h"
#include "core/session/section.h"

#include <vector>

namespace warpstage::session {

struct Snapshot {
    Section<SetupSection> setup;
    Section<CueView> cue;
    Section<DeviceSection> device;
    Section<TimingSection> timing;
    Section<EstimateSection> estimates;
    Section<TimeAxis> time_axis;
    Section<WhySection> why;
    Section<RunSection> run;
    Section<SelectionSection> selection;
    Section<PlaybackSection> playback;
    Section<SceneSection> scene;
    Section<CounterSection> counters;
    Section<SmSection> sm;
    Section<StepCountSection> step_counts;
    Section<MachineCodeSection> machine_code;
    Section<LayoutSection> layout;
    Section<ClassSection> classroom;
    Section<std::vector<Notice>> notices; // newest last

    // Identity of every section.
    bool operator==(const Snapshot&) const = default;
};

} // namespace warpstage::session

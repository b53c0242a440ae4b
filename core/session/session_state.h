// What the session owns. Known to the session's own files alone: commands change it, ticks move it on, snapshots copy from it.
#pragma once

#include "core/arch/architecture.h"
#include "core/arch/traits.h"
#include "core/engine/limits/limits.h"
#include "core/engine/vm_plan.h"
#include "core/lesson/measured/chosen_settings.h"
#include "core/session/access_view.h"
#include "core/session/counter_worker.h"
#include "core/session/cue_walk.h"
#include "core/session/drift_watch.h"
#include "core/session/edited_trial.h"
#include "core/session/heat_map.h"
#include "core/session/matrix_flight.h"
#include "core/session/matrix_reader.h"
#include "core/session/notices.h"
#include "core/session/playback.h"
#include "core/session/preparation.h"
#include "core/session/recording_worker.h"
#include "core/session/replay.h"
#include "core/session/session.h"
#include "core/session/step_rate.h"
#include "core/session/timing_log.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpstage::session {

// Where StepArchitecture leads: a capability for each kind of rules, then every named GPU.
[[nodiscard]] const std::vector<arch::Architecture>& architecture_tour();

struct Session::State {
    using Time = std::chrono::steady_clock::time_point;

    // What is shown and computed.
    std::shared_ptr<const lesson::Catalog> catalog;
    std::shared_ptr<const lesson::Lesson> lesson;
    std::size_t lesson_index = 0;
    std::map<std::string, std::shared_ptr<const lesson::Lesson>, std::less<>> edited; // by id: instead of the catalog's
    std::size_t variant = 0;
    problem::Settings settings; // of all variants; see chosen_settings()
    std::set<std::string, std::less<>> said; // parameters that somebody has set
    std::shared_ptr<const lesson::TunedSettings> tuned = std::make_shared<const lesson::TunedSettings>();
    std::map<std::size_t, std::shared_ptr<const problem::Plan>> plans; // by variant, for the current settings

    // The machines.
    std::unique_ptr<engine::Engine> vm;
    std::unique_ptr<engine::Engine> gpu; // null where there is none
    std::string gpu_absence; // why
    std::optional<engine::Limits> limits; // of that GPU, where they have been measured
    engine::Engine* engine = nullptr; // the current one
    std::vector<engine::Engine::SharedBuffer> vertex_buffers;

    // The step that runs, and what must happen when it has ended.
    std::shared_ptr<const problem::Plan> adopted;
    std::size_t adopted_variant = 0;
    bool must_load = true;
    bool must_adopt = true;
    engine::Contents contents = engine::Contents::initial;
    bool discard_step = false; // the running step belongs to a state that is gone
    bool broken = false; // the last start or adopt failed: wait for a command
    bool playing = true;
    std::uint64_t steps = 0;

    TimingLog timings;
    StepRate rate;
    Notices notices;
    std::shared_ptr<const ParticleFrame> particles;
    std::uint64_t particle_serial = 0;
    std::shared_ptr<const MatrixFrame> matrix;
    MatrixReader matrix_reader;
    bool matrix_due = false; // the first step of what was adopted last has not ended yet

    // Recordings: one a variant, valid for `generation` (lesson, settings).
    std::shared_ptr<const engine::VmPrograms> programs;
    std::map<std::size_t, std::shared_ptr<const Recording>> recordings;
    struct Assessed {
        std::shared_ptr<const Recording> recording;
        std::shared_ptr<const Assessment> assessment;
    };
    std::map<std::size_t, Assessed> assessments; // the last of each variant
    std::set<std::size_t> unrecordable; // variants that the virtual machine cannot run
    std::uint64_t generation = 0;
    std::uint64_t recording_serial = 0;
    std::optional<std::size_t> recording_of; // the variant the worker records
    Time recorded_at;
    Playback playback;

    // Recording and times of a file; null: of this session.
    std::shared_ptr<const Replay> replay;

    // What the audience looks at.
    std::uint32_t warp = 0;
    std::optional<std::size_t> followed_step; // of the playback: a new one brings its warp on screen
    std::uint32_t line = 0;
    std::optional<std::uint32_t> lane;
    std::optional<ChosenCell> cell;
    std::optional<arch::Architecture> architecture; // nothing: that of the machine
    AccessChoice access;
    AccessPicture access_picture;
    std::optional<std::size_t> compared;
    AccessPicture compared_picture;
    Playback compared_playback; // its recording, told by itself
    FlightPicture flight;
    FlightPicture compared_flight;
    std::optional<std::uint64_t> block; // of the present variant that is recorded; nothing: the middle one
    bool block_due = false; // it has not been asked for yet
    std::shared_ptr<const HeatMap> heat;
    bool heat_due = false;
    std::optional<Time> switched_at; // the last change of variant
    std::optional<RefusedParameter> refused;
    std::optional<WrongElement> wrong_element;
    std::shared_ptr<const CounterView> counters;
    bool counting_due = false; // as soon as the engine is idle
    bool architecture_of_cue = false; // `architecture` goes with the cue
    DriftWatch drift;
    Urgency urgency = Urgency::usual;
    std::shared_ptr<const TransferFrame> transfers; // measured; null: not yet, or no GPU
    struct Possible { // what may overlap in a step that no GPU has run
        std::shared_ptr<const problem::Plan> plan;
        std::shared_ptr<const TransferFrame> transfers;
    };
    Possible possible;
    std::shared_ptr<const lesson::PublishedFigures> published;
    bool show_published = false;
    CueWalk cues;
    bool cue_selection_due = false; // its line waits for the recording

    std::shared_ptr<const Snapshot> snapshot;
    std::vector<Command> commands;
    Time ticked_at; // last; a script or a test may have a time of its own
    std::optional<Time> waiting_since; // the first of the commands, for its input
    Preparation preparation; // what the first of the commands waits for, else what may be wanted next
    EditedTrial trial; // what the present variant waits for, where its kernels are edited and a GPU computes

    std::unique_ptr<RecordingWorker> worker; // last: its thread uses what the requests share
    CounterWorker counter_worker;
    HeatWorker heat_worker;

    // session_commands.cpp
    void obey(const Command& command, Time now);
    [[nodiscard]] std::size_t lesson_after(Direction direction) const;
    [[nodiscard]] std::optional<std::string> next_choice(const StepParameter& step) const; // nothing: there are none

    // session_changes.cpp
    [[nodiscard]] std::shared_ptr<const lesson::Lesson> lesson_at(std::size_t index) const; // of the catalog, as edited
    [[nodiscard]] std::size_t index_of(const std::shared_ptr<const lesson::Lesson>& original) const; // in the catalog
    void change_lesson(std::size_t index);
    void change_variant(std::size_t index, Time now);
    void change_parameter(const std::string& id, const std::string& value, Time now);
    void change_engine(engine::EngineKind kind, Time now);
    void replace_kernels(const ReplaceKernels& replacement, Time now);
    void restart();
    void show_replay(const std::shared_ptr<const Replay>& shown, Time now);
    void take_results_of(const std::shared_ptr<const Replay>& shown);
    [[nodiscard]] bool replays(std::size_t index) const; // its recording comes from a file
    [[nodiscard]] std::optional<std::size_t> twin_of(std::size_t index) const;
    void forget_counters();
    void forget_heat();
    void forget_results();
    // What this variant runs with on the current machine.
    [[nodiscard]] lesson::ChosenSettings chosen_settings(std::size_t index) const;

    // session_selection.cpp
    void change_architecture(const std::string& text, Time now);
    void step_architecture(Direction direction);
    void step_compared(Direction direction);
    void choose_access_at(std::uint32_t pc);
    void choose_cell(const SelectCell& order, Time now);
    [[nodiscard]] std::optional<ChosenCell> cell_of(const SelectCell& order, const Recording& shown) const;
    void choose_block(const SelectBlock& choice);
    void show_wrong_element(const WrongElement& element);

    // session_preparation.cpp
    // In their order, up to the first whose input is not there yet.
    void obey_those_ready(Time now);
    // What a plan is made of once this command is obeyed, where it is not what there is already.
    [[nodiscard]] std::optional<Preparation::Wanted> input_of(const Command& command) const;
    [[nodiscard]] std::optional<problem::Settings> settings_with(const std::string& id, const std::string& value) const;

    // session_cues.cpp
    // Where the step leads; nothing: nowhere.
    [[nodiscard]] std::optional<std::size_t> walk_to(CueWalk& walk, const CueStep& step) const;
    void walk_cues(const CueStep& step, Time now);
    void apply_cue(const lesson::Cue& cue, Time now);
    void select_for_cue();
    void toggle_published(Time now);
    [[nodiscard]] CueView cue_view() const;

    // session_tick.cpp
    void collect_step(Time now);
    void prepare_and_start(Time now);
    [[nodiscard]] bool may_be_adopted(Time now);
    void adopt_shown(Time now);
    void collect_recording(Time now);
    void request_recording(Time now);
    void collect_counters();
    void start_counting(Time now);
    void map_heat(Time now);
    void tell_recorded(Playback& player, const std::shared_ptr<const Recording>& shown, const problem::Plan* plan) const;
    void take_particles(Time now);
    void ask_for_matrix(Time now);
    void collect_matrix(Time now);
    void take_transfers(const engine::StepOutcome& outcome);
    void watch_drift(const RecordingRequest& request);
    // Null, with a notice if it is the present variant's: there is none.
    [[nodiscard]] std::shared_ptr<const problem::Plan> plan_of(std::size_t index, Time now);
    // Whether plan_of() takes no time; else it is being made, and one asks again in the next frame.
    [[nodiscard]] bool plan_is_there(std::size_t index);

    // session_snapshot.cpp
    // Replaces the sections of the snapshot that have changed; a snapshot of which none has is the same one.
    void draw_snapshot(Time now);
    [[nodiscard]] SetupSection setup_section(Time now) const;
    [[nodiscard]] DeviceSection device_section() const;
    [[nodiscard]] TimingSection timing_section() const;
    [[nodiscard]] RunSection run_section();
    [[nodiscard]] SelectionSection selection_section(const RunSection& run);
    [[nodiscard]] PlaybackSection playback_section(const RunSection& run);
    [[nodiscard]] SceneSection scene_section(const PlaybackSection& played);
    [[nodiscard]] std::vector<Notice> all_notices(const RunSection& run) const;
    // Null: it has not been made.
    [[nodiscard]] const problem::Plan* known_plan(std::size_t index) const
    {
        const auto known = plans.find(index);
        return known == plans.end() ? nullptr : known->second.get();
    }
    [[nodiscard]] const arch::Traits& machine_traits() const;
    [[nodiscard]] const arch::Traits& traits() const;
    [[nodiscard]] std::shared_ptr<const Recording> recording() const { return recording_of_variant(variant); }
    [[nodiscard]] std::shared_ptr<const Recording> recording_of_variant(std::size_t index) const;
    // By the present architecture; null where there is no recording.
    [[nodiscard]] std::shared_ptr<const Assessment> assessment_of(std::size_t index);
};

} // namespace warpstage::session

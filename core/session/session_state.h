// The parts of the session, each with one invariant, in the order of their dependencies. Commands change them, ticks advance
// them, snapshots are composed of their sections. Private to the session.
#pragma once

#include "core/session/counters/counters.h"
#include "core/session/counters/step_counts.h"
#include "core/session/estimates/causes.h"
#include "core/session/estimates/estimates.h"
#include "core/session/layout/typed_layout.h"
#include "core/session/left_lesson.h"
#include "core/session/machine_code/machine_codes.h"
#include "core/session/recording/partitions.h"
#include "core/session/recording/recordings.h"
#include "core/session/recording/sm_runs.h"
#include "core/session/run/command_queue.h"
#include "core/session/scene/scene_data.h"
#include "core/session/selection/architecture_choice.h"
#include "core/session/selection/comparison.h"
#include "core/session/selection/selection.h"
#include "core/session/session.h"
#include "core/session/walkthrough/walkthrough.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace warpstage::session {

struct Session::State {
    using Time = std::chrono::steady_clock::time_point;

    State(std::shared_ptr<const lesson::Catalog> catalog, Engines opened, const SessionOptions& options);

    Notices notices;
    Program program;
    Engines engines;
    Stepper stepper;
    SceneData scene;
    Recordings recordings;
    Partitions partitions; // of the shown recording
    MachineCodes machine_codes; // of the shown recording
    Estimates estimates;
    Causes causes; // of the estimate of the current variant
    RunPlayer player;
    ArchitectureChoice architecture;
    Selection selection;
    Comparison comparison;
    Walkthrough walkthrough;
    Counters counters;
    StepCounts step_counts;
    SmRuns sm;
    TypedLayout layout;
    ClassSection classroom;
    CommandQueue queue;
    LeftLessons left;
    Time ticked_at; // last time; scripts and tests may use their own clock
    std::shared_ptr<const Snapshot> snapshot;

    // session.cpp
    void execute_ready_commands(Time now);
    void collect(Time now);
    void start_next(Time now);
    void record_next(Time now);
    void select_for_cue();

    // session_commands.cpp
    void execute(const Command& command, Time now);
    // The input that this command requires, if it differs from the current one.
    [[nodiscard]] std::optional<Preparation::Wanted> input_of(const Command& command) const;
    [[nodiscard]] Result<std::size_t> index_of(const SelectLesson& order) const;

    // session_changes.cpp: the state that each change discards
    // In its initial state.
    void select_lesson(std::size_t index, std::size_t variant);
    // Restores the lesson with its results, else shows its initial state; the shown lesson is reset.
    void go_to_lesson(std::size_t index);
    void select_variant(std::size_t index, Time now);
    void set_parameter(const std::string& id, const std::string& value);
    enum class By : std::uint8_t { user, program };
    // The user cannot select the GPU for a lesson that is not trusted.
    void change_engine(engine::EngineKind kind, By by = By::program, std::optional<int> gpu = {});
    void replace_kernels(const ReplaceKernels& replacement, Time now);
    void restart();
    void show_replay(const std::shared_ptr<const Replay>& replay, Time now);
    enum class Times : std::uint8_t { forgotten, kept };
    // Discards recordings and everything derived from them.
    void forget_results(Times times = Times::forgotten);
    void apply_cue(const lesson::Cue& cue, Time now);
    // What is next after the last cue.
    [[nodiscard]] std::string end_of_lesson() const;
    void select_block(const SelectBlock& order);
    void show_wrong_element(const WrongElement& element);

    // session_snapshot.cpp
    // Replaces the changed sections of the snapshot; if none has changed, the snapshot stays the same object.
    void draw_snapshot(Time now);
    [[nodiscard]] RunSection run_section(const PlaybackView& played);
    void update_sm(const std::optional<ComparedView>& compared);
    [[nodiscard]] const arch::Traits& device_traits() const;
    // The chosen GPU, else the GPU that runs the kernels, else the largest GPU of the assumed compute capability.
    [[nodiscard]] arch::Architecture estimated_architecture() const;
    void update_estimates();
    // Of the current variant on a GPU; 0: not measured.
    [[nodiscard]] std::chrono::nanoseconds measured_time() const;
    [[nodiscard]] const arch::Traits& traits() const { return architecture.traits(device_traits()); }
};

} // namespace warpstage::session

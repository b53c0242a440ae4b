// All commands that windows, keys and scripts send to the session. Its only input.
#pragma once

#include "core/analysis/layout/layout_study.h"
#include "core/engine/engine.h"
#include "core/lesson/lesson.h"
#include "core/problem/parameter.h"
#include "core/session/model/classroom.h"
#include "core/session/playback/pace.h"
#include "core/session/recording/wrong_element.h"
#include "core/session/selection/element.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace warpstage::session {

enum class Severity : std::uint8_t { information, attention, fault };

enum class Direction : std::uint8_t { next, previous };

// The next or previous index of `count`, wrapping around.
[[nodiscard]] inline std::size_t stepped(std::size_t index, std::size_t count, Direction direction)
{
    return (index + (direction == Direction::next ? 1 : count - 1)) % count;
}

// One of several: this one, or the next or previous one, wrapping around where the command does not say otherwise.
template <typename Value> class Chosen {
public:
    Chosen(Direction direction) // NOLINT(google-explicit-constructor): a direction is a choice
        : m_to(direction)
    {
    }
    // A value is a choice, too. The constraint leaves copies to the other constructors.
    template <typename Given>
    // NOLINTNEXTLINE(google-explicit-constructor, bugprone-forwarding-reference-overload)
    requires(std::is_constructible_v<Value, Given> && !std::is_same_v<std::remove_cvref_t<Given>, Chosen>) Chosen(Given&& given)
        : m_to(std::in_place_type<Value>, std::forward<Given>(given))
    {
    }

    // Null: a direction.
    [[nodiscard]] const Value* value() const { return std::get_if<Value>(&m_to); }
    [[nodiscard]] bool operator==(const Value& value) const { return this->value() != nullptr && *this->value() == value; }
    // Only where there is no value.
    [[nodiscard]] Direction direction() const { return std::get<Direction>(m_to); }

private:
    std::variant<Value, Direction> m_to;
};

// Restores the state in which the lesson was left, else its initial state; the shown lesson is reset.
struct SelectLesson {
    Chosen<std::string> id;
};
// Adds a lesson after those of the catalog, replacing one of the same id.
struct ShowLesson {
    std::shared_ptr<const lesson::Lesson> lesson;
};
struct SelectVariant {
    std::size_t index = 0;
}; // key 1 is index 0; an index out of range is ignored
struct SelectEngine {
    engine::EngineKind kind = engine::EngineKind::vm;
    std::optional<int> gpu {}; // index of the GPU; nothing: the one chosen last
};
struct ToggleEngine { };
// The shown lesson was made from a file of the user, which runs on the virtual machine: runs it on the GPU from now on.
struct TrustLesson { };
struct SetParameter {
    std::string id;
    Chosen<std::string> value; // next: of the suggested values
};
struct TogglePause { };
struct AskWaits { }; // asks the kernel that runs on the virtual machine which of its threads wait and for what: a notice
struct Restart { };
struct SelectWarp {
    std::uint32_t warp = 0;
};
struct SelectAccess {
    Chosen<std::uint32_t> pc;
}; // the shown access to shared or global memory; next: its next recorded occurrence
struct SelectLine {
    std::uint32_t line = 0;
};

struct TogglePublished { }; // shows published results next to the measurement

struct CueStep {
    Direction direction = Direction::next; // from a question to its answer, then to the next cue
    std::optional<std::size_t> index {}; // this cue, whatever the direction
};

// Ignored without a question that has choices, and if out of range.
struct ChooseAnswer {
    std::size_t index = 0;
};
// The audience's votes for each choice of the current question; empty: not counted.
struct SetVotes {
    std::vector<std::uint32_t> votes;
};

// Kernels that were tried: the lesson continues with them from the current contents and keeps them when it is left. Those with a
// flaw run on the virtual machine, until kernels without one are shown.
struct ReplaceKernels {
    std::shared_ptr<const lesson::Lesson> lesson;
    // The variant and settings of the trial; empty: not tried.
    std::string tried_variant {};
    problem::Settings tried_settings {};
};
// Shows the last kernels in which no trial found an error, in place of edited ones with a flaw.
struct RestoreKernels { };
// A notice from outside the session, for example from live editing.
struct AddNotice {
    Severity severity = Severity::information;
    std::string text;
};

// How far the class is, as its server has just answered.
struct ShowClass {
    ClassSection progress;
};

// Kernels were rejected because of a wrong result: selects block, warp and lane that compute the first wrong element, and shows
// the element until kernels, variant or parameters change.
struct ShowWrongElement {
    WrongElement element;
};

struct Replay;
// Shows an earlier recording until something is computed again.
struct ShowReplay {
    std::shared_ptr<const Replay> replay;
};

struct SelectLane {
    std::uint32_t lane = 0;
}; // marked in all views; the same lane again: none
// Selects an element of a matrix that a matrix instruction multiplies or moves, and the lane that holds it. The same element
// again: none.
struct SelectElement {
    ChosenElement element;
    std::optional<std::uint32_t> lane; // nothing: it lies in shared memory
};
struct ForgetCell { }; // no memory cell is selected
// Selects a memory cell: the playback moves to the step that accesses it and selects the line, access and lanes of that step. The
// same cell again: the next such step.
struct SelectCell {
    std::string buffer; // a global-memory buffer of the plan; empty: the recorded block's shared memory
    std::uint64_t element = 0; // index in PlayedRun::cells for shared memory; row-major for a matrix
};
// In the syntax of arch::parse_architecture(); empty: the device's; next: of architecture_tour(). Re-evaluates the recorded run
// without running it again.
struct SelectArchitecture {
    Chosen<std::string> text;
};
struct TogglePlayback { }; // of the recorded run
struct SeekPlayback {
    Chosen<std::size_t> step; // of the recorded run; clamped to the last step
    std::optional<Stride> stride {}; // of a direction; nothing: the chosen one
};
struct SelectStride {
    Chosen<Stride> stride;
};
struct SelectPace {
    Chosen<Pace> pace;
};
struct SelectCompared {
    Chosen<std::size_t> index;
}; // the variant that the current one is compared with
struct CountHardware { }; // counts a step of the current variant with hardware counters and compares it with the prediction
struct CountStep { }; // enables counts of whole steps of the current and the compared variant: Snapshot::step_counts
struct ReadMachineCode { }; // enables machine code of the recorded kernel for the chosen architecture: Snapshot::machine_code
struct FindWaves { }; // runs every block of the current variant's recorded launch on the virtual machine: timing::Waves
struct FindRounding { }; // runs the current variant's step with a run in double beside it: analysis::RoundingErrors
struct MapKernel { }; // counts every block of the current variant's recorded launch on the virtual machine: HeatMap
struct SelectBlock {
    std::uint64_t block = 0; // linear index in the grid; clamped to the last block
    std::uint32_t warp = 0;
}; // the block of the current variant to record

// The layout in the view of layouts. `by_link`: the view is opened, too.
struct AskLayout {
    analysis::LayoutQuestion question;
    bool by_link = false;
};

struct ExplainTime { }; // enables the causes of the estimated time of the current variant: Snapshot::why
// Applies the edit of this piece of advice to a copy of the kernels, which live editing tries: AdviceTrial.
struct TryAdvice {
    std::optional<std::size_t> index {}; // of timing::advice_for(); nothing: the first one with an edit
};
// The result of the trial of this text. `refusal`: why it was not adopted; empty: it was.
struct EndTrial {
    std::string source;
    std::string refusal;
};
struct ModelSm { }; // enables the SM model's run of the current variant: Snapshot::sm
struct SelectResidentBlocks {
    Chosen<std::uint32_t> blocks;
}; // resident blocks in the SM model; 0: as many as fit; next: twice as many; previous: half
struct SelectCycles {
    Chosen<std::uint32_t> cycles;
}; // cycles of the SM model shown at once; 0: all; next: half as many, so that each is wider; previous: twice
struct ToggleSmComparison { }; // shows the SM model's run of the compared variant next to the current one

// Lanes per warp in recorded runs: 2, 4, 8, 16 or 32 (as on every GPU). Other values are ignored.
struct SelectWarpWidth {
    std::uint32_t lanes = 32;
};

using Command = std::variant<TogglePause, AskWaits, Restart, SelectLesson, ShowLesson, SelectVariant, SelectEngine, ToggleEngine,
    TrustLesson, SetParameter, ReplaceKernels, RestoreKernels, AddNotice, ShowClass, ShowReplay, CueStep, ChooseAnswer, SetVotes,
    TogglePublished, SelectArchitecture, SelectWarpWidth, SelectCompared, SelectBlock, SelectWarp, SelectLane, SelectLine,
    SelectAccess, SelectCell, SelectElement, ForgetCell, ShowWrongElement, TogglePlayback, SeekPlayback, SelectStride, SelectPace,
    CountHardware, CountStep, FindRounding, FindWaves, MapKernel, ReadMachineCode, AskLayout, ExplainTime, TryAdvice, EndTrial,
    ModelSm, SelectResidentBlocks, SelectCycles, ToggleSmComparison>;

} // namespace warpstage::session

// Everything that a window, a key or a script can ask of the session. The only way in.
#pragma once

#include "core/engine/engine.h"
#include "core/lesson/lesson.h"
#include "core/problem/parameter.h"
#include "core/session/playback/pace.h"
#include "core/session/recording/wrong_element.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace warpstage::session {

enum class Severity : std::uint8_t { information, attention, fault };

enum class Direction : std::uint8_t { next, previous };

// The neighbor of `index` among `count`, around the end.
[[nodiscard]] inline std::size_t stepped(std::size_t index, std::size_t count, Direction direction)
{
    return (index + (direction == Direction::next ? 1 : count - 1)) % count;
}

// As it was left, else as it opens; the lesson that is shown opens afresh.
struct SelectLesson {
    std::string id;
};
// One that the catalog need not have, from now on after its lessons, in place of an earlier one of the same id.
struct ShowLesson {
    std::shared_ptr<const lesson::Lesson> lesson;
};
struct StepLesson {
    Direction direction = Direction::next;
};
struct SelectVariant {
    std::size_t index = 0;
}; // key 1 is index 0; an index past the last one is ignored
struct SelectEngine {
    engine::EngineKind kind = engine::EngineKind::vm;
};
struct ToggleEngine { };
struct SetParameter {
    std::string id;
    std::string value;
};
struct StepParameter {
    std::string id;
    Direction direction = Direction::next;
}; // to the next suggested value
struct TogglePause { };
struct Restart { };
struct SelectWarp {
    std::uint32_t warp = 0;
};
struct SelectAccess {
    std::uint32_t pc = 0;
}; // the access to shared or global memory that is shown
struct StepAccess {
    Direction direction = Direction::next;
}; // to the next recorded occurrence of it
struct SelectLine {
    std::uint32_t line = 0;
};

struct TogglePublished { }; // figures of the lectures beside ours

struct CueStep {
    Direction direction = Direction::next; // first from the question to the answer, then to the next cue
    std::optional<std::size_t> index {}; // this cue, whatever the direction
};

// Kernels that have been tried: the lesson runs on with them, from where its bodies are, and keeps them when it is left.
struct ReplaceKernels {
    std::shared_ptr<const lesson::Lesson> lesson;
    // With what they have been tried where the stage computes; empty: with nothing.
    std::string tried_variant {};
    problem::Settings tried_settings {};
};
// A notice from outside, as from whoever tries kernels.
struct Tell {
    Severity severity = Severity::information;
    std::string text;
};

// Kernels were refused for their result: block, warp and lane that compute its first wrong element are chosen, and the element is
// shown until other kernels, variants or parameters are.
struct ShowWrongElement {
    WrongElement element;
};

struct Replay;
// Shows what was recorded earlier until something is computed anew.
struct ShowReplay {
    std::shared_ptr<const Replay> replay;
};

struct SelectLane {
    std::uint32_t lane = 0;
}; // marked everywhere; the same again: none
// A cell of memory: the recorded run goes to the step that touches it, and line, access and lanes are that step's. The same
// again: the next step that does.
struct SelectCell {
    std::string buffer; // of the plan, in global memory; empty: the recorded block's shared memory
    std::uint64_t element = 0; // of shared memory as Snapshot::cells counts, of a matrix row after row
};
struct SelectArchitecture {
    std::string text;
}; // as arch::parse_architecture wants it; empty: that of the device. The recorded run is re-evaluated, not run again
struct StepArchitecture {
    Direction direction = Direction::next;
}; // to the next of architecture_tour()
struct TogglePlayback { }; // of the recorded run
struct StepPlayback {
    Direction direction = Direction::next;
    std::optional<Stride> stride; // nothing: the chosen one
};
struct SeekPlayback {
    std::size_t step = 0;
}; // of the recorded run; beyond the end means the last one
struct SelectStride {
    Stride stride = Stride::instruction;
};
struct StepStride {
    Direction direction = Direction::next;
};
struct SelectPace {
    Pace pace = Pace::ten;
};
struct StepPace {
    Direction direction = Direction::next;
};
struct SelectCompared {
    std::size_t index = 0;
}; // the variant that the present one is compared with
struct StepCompared {
    Direction direction = Direction::next;
};
struct CountHardware { }; // the present variant's step, under the GPU's counters and beside the prediction
struct CountStep { }; // the whole step of the present and of the compared variant, from now on: Snapshot::step_counts
struct ReadMachineCode { }; // of the recorded kernel for the chosen architecture, from now on: Snapshot::machine_code
struct MapKernel { }; // the present variant's recorded launch, every block of it on the virtual machine: Snapshot::heat
struct SelectBlock {
    std::uint64_t block = 0; // linear index in the grid; beyond the end means the last one
    std::uint32_t warp = 0;
}; // the block that is recorded, of the present variant

struct ModelSm { }; // the SM model's run of the present variant, from now on: Snapshot::sm
struct SelectResidentBlocks {
    std::uint32_t blocks = 0;
}; // of the SM model; 0: as many as fit
struct StepResidentBlocks {
    Direction direction = Direction::next;
}; // to twice as many; previous: half
struct SelectCycles {
    std::uint32_t cycles = 0;
}; // of the SM model, shown at once; 0: all
struct StepCycles {
    Direction direction = Direction::next;
}; // to half as many, so that each is broader; previous: twice
struct ToggleSmComparison { }; // the SM model's run of the compared variant beside the present one

// Lanes of a warp in recorded runs: 2, 4, 8, 16 or 32, which is that of every GPU. Others are ignored.
struct SelectWarpWidth {
    std::uint32_t lanes = 32;
};

using Command = std::variant<SelectLesson, StepLesson, SelectVariant, SelectEngine, ToggleEngine, SetParameter, StepParameter,
    TogglePause, Restart, SelectWarp, SelectAccess, StepAccess, SelectLine, SelectLane, SelectArchitecture, StepArchitecture,
    TogglePlayback, StepPlayback, SeekPlayback, SelectStride, StepStride, SelectPace, StepPace, SelectCompared, StepCompared,
    CountHardware, ReplaceKernels, Tell, ShowReplay, CueStep, TogglePublished, MapKernel, SelectBlock, ShowWrongElement,
    SelectCell, ModelSm, SelectResidentBlocks, StepResidentBlocks, SelectCycles, StepCycles, ToggleSmComparison, CountStep,
    ReadMachineCode, ShowLesson, SelectWarpWidth>;

} // namespace warpstage::session

// Recorded runs at one of their steps.
#pragma once

#include "core/analysis/recording/lane_work.h"
#include "core/analysis/recording/tile_accesses.h"
#include "core/base/lane_mask.h"
#include "core/session/playback/pace.h"
#include "core/trace/cursor.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::session {

// Where the recorded run stands.
struct PlaybackView {
    bool controlled = false; // by a presenter; else it plays by itself, or nothing is shown
    bool playing = false;
    Stride stride = Stride::instruction;
    Pace pace = Pace::ten;
    std::size_t steps = 0; // that can be shown; 0: nothing
    std::optional<std::size_t> step; // just executed; index into Trace::steps
    std::uint32_t warp = 0; // of that step, as all below
    std::uint32_t pc = 0;
    std::uint32_t line = 0;
    std::uint32_t barriers = 0; // that the block had passed

    bool operator==(const PlaybackView&) const = default;
};

using analysis::TileAccesses;
using analysis::MatrixTouch;
using trace::Touch;

// The recorded block's shared memory at one step of its playback.
struct ArrayFrame {
    std::vector<std::int64_t> values;
    std::vector<bool> known; // false: not yet written
    std::vector<Touch> touched; // by the step that is shown
    std::size_t element_bytes = 4;
    std::size_t step = 0; // of `steps` that are shown: accesses of shared memory, or all where a presenter controls
    std::size_t steps = 0;
    std::uint32_t warp = 0;
    std::uint32_t line = 0;
    std::uint32_t iteration = 0; // barriers passed

    using Edge = analysis::OperandPair;
    std::vector<Edge> edges;
    std::vector<LaneMask> working; // [warp]: lanes that touch memory anywhere in this pass
    LaneMask active = 0; // lanes of the step's warp that execute it
    std::uint32_t warp_width = 32;
    std::uint32_t threads = 0; // of the block: the last warp may have lanes without one
};

// A recorded run at one of its steps.
struct PlayedRun {
    PlaybackView view;
    std::shared_ptr<const ArrayFrame> cells; // shared memory at that step, whatever the scene is
    std::shared_ptr<const TileAccesses> tile_accesses; // of the matrices; null: no step of a recorded run is shown

    bool operator==(const PlayedRun&) const = default;
};

struct PlaybackSection {
    PlayedRun run;
    std::optional<PlayedRun> compared; // of the compared variant's recording

    bool operator==(const PlaybackSection&) const = default;
};

} // namespace warpstage::session

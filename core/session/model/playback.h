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

// The position in the recorded run.
struct PlaybackView {
    bool controlled = false; // by the presenter; false: automatic playback, or nothing is shown
    bool playing = false;
    Stride stride = Stride::instruction;
    Pace pace = Pace::ten;
    std::size_t steps = 0; // that can be shown; 0: none
    std::optional<std::size_t> step; // just executed; index into Trace::steps
    std::uint32_t warp = 0; // of that step, as all below
    std::uint32_t pc = 0;
    std::uint32_t line = 0;
    std::uint32_t barriers = 0; // passed by the block

    bool operator==(const PlaybackView&) const = default;
};

using analysis::MatrixTouch;
using analysis::TileAccesses;
using trace::Touch;

// The recorded block's shared memory at one step of its playback.
struct ArrayFrame {
    std::vector<std::int64_t> values;
    std::vector<bool> known; // false: not yet written
    std::vector<Touch> touched; // by the shown step
    std::size_t element_bytes = 4;
    std::size_t step =
        0; // position among `steps`: accesses to shared memory in automatic playback, all steps under the presenter's control
    std::size_t steps = 0;
    std::uint32_t warp = 0;
    std::uint32_t line = 0;
    std::uint32_t iteration = 0; // barriers passed

    using Edge = analysis::OperandPair;
    std::vector<Edge> edges;
    std::vector<LaneMask> working; // [warp]: lanes that access memory in this iteration, that is, between two barriers
    LaneMask active = 0; // lanes of the warp that execute the step
    std::uint32_t warp_width = 32;
    std::uint32_t threads = 0; // of the block: the last warp may have lanes without a thread
};

// A recorded run at one of its steps.
struct PlayedRun {
    PlaybackView view;
    std::shared_ptr<const ArrayFrame> cells; // shared memory at that step, in every scene
    std::shared_ptr<const TileAccesses> tile_accesses; // of the matrices; null: no recorded step is shown

    bool operator==(const PlayedRun&) const = default;
};

struct PlaybackSection {
    PlayedRun run;
    std::optional<PlayedRun> compared; // of the compared variant's recording

    bool operator==(const PlaybackSection&) const = default;
};

} // namespace warpstage::session

// Recorded runs at one of their steps.
#pragma once

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

using Touch = trace::Touch;

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
    std::uint32_t pass = 0; // barriers passed

    // What lanes of the step's warp bring from one element to another: read before, written by the store that ends it.
    struct Edge {
        std::uint32_t from = 0; // element
        std::uint32_t to = 0;
    };
    std::vector<Edge> edges;
    std::vector<LaneMask> working; // [warp]: lanes that touch memory anywhere in this pass
    LaneMask active = 0; // lanes of the step's warp that execute it
    std::uint32_t warp_width = 32;
};

// Elements of one matrix that the recorded block has to do with, at one step of its playback.
struct MatrixTouch {
    struct Place {
        std::uint32_t row = 0;
        std::uint32_t column = 0;
    };
    std::string name; // of the matrix' buffer
    std::vector<Place> now; // by the step that is shown
    std::vector<Place> before; // by the steps before it, since the block began; each once
    // All that the recorded steps touch lies in rows first.row to last.row and columns first.column to last.column.
    Place first;
    Place last;
};

// What the recorded block does to the matrices at the step of its playback: its tile.
struct MatrixFlight {
    std::size_t step = 0; // index into Trace::steps
    std::uint32_t warp = 0;
    std::uint32_t line = 0;
    bool store = false; // the step writes
    std::uint64_t block = 0;
    std::vector<MatrixTouch> touched; // matrices that the block never touches are left out
};

// A recorded run at one of its steps.
struct PlayedRun {
    PlaybackView view;
    std::shared_ptr<const ArrayFrame> cells; // shared memory at that step, whatever the scene is
    std::shared_ptr<const MatrixFlight> flight; // of the matrices; null: no step of a recorded run is shown

    bool operator==(const PlayedRun&) const = default;
};

struct PlaybackSection {
    PlayedRun run;
    std::optional<PlayedRun> compared; // of the compared variant's recording

    bool operator==(const PlaybackSection&) const = default;
};

} // namespace warpstage::session

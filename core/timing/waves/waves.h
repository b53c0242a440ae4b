// The waves of a launch: which blocks run at the same time, how full the last wave is, and what each wave finds in L2. Every
// block runs on the virtual machine; L1 and L2 are models.
#pragma once

#include "core/timing/launch_sample.h"
#include "core/timing/waves/l2_replay.h"

#include <functional>

namespace warpstage::timing {

struct OrderedWaves {
    BlockOrder order = BlockOrder::rows;
    Wave total;
};

// Filled while the launch runs: first the blocks, then everything else.
struct Waves {
    std::string kernel; // display name
    std::string gpu; // "NVIDIA H200"
    Dim3 grid;
    Dim3 block;
    std::uint32_t resident = 0; // blocks on a multiprocessor; its registers are estimated
    std::uint32_t multiprocessors = 0;
    double l2_bytes = 0.0; // in which data stay; 0: the GPU has no L2
    std::uint64_t blocks_seen = 0; // in the order of the grid; fewer than it has: the requests of more cannot be kept
    std::vector<Wave> waves; // of these blocks, in rows as on a GPU
    std::vector<OrderedWaves> orders; // the same blocks in each order; only the first if the grid has one row or one column
    std::string refusal; // error that ended the run; empty: none
    bool running = false;

    [[nodiscard]] std::uint64_t at_once() const { return std::uint64_t { resident } * multiprocessors; }
    // Of the whole grid.
    [[nodiscard]] std::uint64_t count() const { return at_once() == 0 ? 0 : (grid.count() + at_once() - 1) / at_once(); }
    [[nodiscard]] std::uint64_t blocks_of_last() const { return at_once() == 0 ? 0 : grid.count() - (count() - 1) * at_once(); }
};

// Synchronously runs the plan from its initial contents up to its recorded launch; `grown` is called after each block. An error
// is stored as a sentence.
[[nodiscard]] Waves find_waves(
    const EstimateRequest& request, const std::stop_token& stop = {}, const std::function<void(const Waves&)>& grown = {});

} // namespace warpstage::timing

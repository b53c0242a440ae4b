// What is counted on request, over the whole launch.
#pragma once

#include "core/analysis/comparison.h"
#include "core/base/dim3.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::session {

struct CountedLaunchView {
    std::string kernel;
    Dim3 grid;
    Dim3 block;
    std::vector<analysis::Comparison> comparisons; // without a measurement the measured value is not a number
};

// The present variant's step as predicted and as the hardware counted it.
struct CounterView {
    bool running = false; // nothing below yet
    std::string machine; // that counted; empty: none did
    std::string refusal; // why none did
    std::string unpredicted; // why there is no prediction, and so nothing below
    std::string architecture; // of the prediction
    std::vector<CountedLaunchView> launches; // in the step's order
};

// One warp of the recorded launch: what it executed and what its requests cost above what they had to.
struct HeatCell {
    std::uint64_t instructions = 0; // of the warp
    std::uint64_t active_lanes = 0; // summed over them
    std::uint64_t wavefronts_excess = 0;
    std::uint64_t sectors_excess = 0;
};

// The whole launch, block by block and warp by warp, as the virtual machine ran it. Filled while it is watched.
struct HeatMap {
    std::string kernel; // display name
    std::string architecture; // that the counts are evaluated for
    Dim3 grid;
    Dim3 block;
    std::uint32_t warps = 0; // of a block
    std::uint64_t blocks_a_row = 1; // that share a row of cells: more than one where there are very many
    std::uint64_t blocks_seen = 0; // in the order of the grid
    std::vector<HeatCell> cells; // [row * warps + warp]
    std::string refusal; // why there is nothing more to come; empty: nothing went wrong
    bool running = false;
};

// What is counted on request, over the whole launch.
struct CounterSection {
    std::shared_ptr<const CounterView> hardware; // null: nobody has asked
    std::shared_ptr<const HeatMap> heat; // likewise

    bool operator==(const CounterSection&) const = default;
};

} // namespace warpstage::session

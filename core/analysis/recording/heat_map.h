// The whole-kernel heat map: every block of one launch on the virtual machine, counted warp by warp. Found in the background and
// shown as it grows.
#pragma once

#include "core/arch/traits.h"
#include "core/base/dim3.h"
#include "core/engine/vm_plan.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::analysis {

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

struct HeatRequest {
    std::shared_ptr<const engine::VmPrograms> programs;
    std::shared_ptr<const problem::Plan> plan;
    std::size_t work = 0; // index into Plan::step; a kernel launch
    const arch::Traits* traits = nullptr;
};

// More blocks than this share rows of cells.
inline constexpr std::uint64_t kMaxHeatRows = 4096;

// Runs the step from the plan's initial contents up to the launch, here and now; `grown` is called after each block. What goes
// wrong is a sentence in the map.
[[nodiscard]] HeatMap map_heat(
    const HeatRequest& request, const std::stop_token& stop = {}, const std::function<void(const HeatMap&)>& grown = {});

// What is looked at in a map.
struct HeatMeasure {
    enum class Worst : std::uint8_t { most, least }; // what one looks for, which a cell of several warps shows
    Worst worst = Worst::most;
    double (*of)(const HeatCell& cell, double blocks) = nullptr; // of a warp of one block; not a number where nothing ran
};

struct WorstCell {
    double value = std::numeric_limits<double>::quiet_NaN(); // not a number where nothing ran
    std::uint64_t block = 0; // that has it
    std::uint32_t warp = 0;
};
struct HeatRange {
    std::size_t first = 0;
    std::size_t end = 0;
};
// Of some rows of cells and some warps; the blocks of these rows have been seen.
[[nodiscard]] WorstCell worst_cell(const HeatMap& map, const HeatMeasure& measure, HeatRange rows, HeatRange warps);

} // namespace warpstage::analysis

// The heat map of a whole kernel: every block of one launch on the virtual machine, counted per warp. Computed in the background
// and shown while it grows.
#pragma once

#include "core/arch/traits.h"
#include "core/base/dim3.h"
#include "core/engine/vm_plan.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::analysis {

// One warp of the recorded launch: its executed instructions and the excess cost of its requests.
struct HeatCell {
    std::uint64_t instructions = 0; // of the warp
    std::uint64_t active_lanes = 0; // summed over them
    std::uint64_t wavefronts_excess = 0;
    std::uint64_t sectors_excess = 0;
};

// The blocks that execute the most and the fewest instructions in their longest warp, which holds the block's resources.
struct BlockContrast {
    struct Block {
        std::uint64_t block = 0; // linear index
        std::uint64_t instructions = 0; // of its longest warp
        std::uint64_t at_line = 0; // of all its warps, at `line`
    };
    Block longest;
    Block shortest;
    std::uint32_t line = 0; // of the source, where their instructions differ most; 0: unknown

    // Whether the blocks differ so much that the short ones cannot hide it.
    [[nodiscard]] bool is_imbalanced() const { return 4 * longest.instructions > 5 * shortest.instructions; }
};

// The whole launch per block and warp, from a run on the virtual machine. Filled while the launch runs.
struct HeatMap {
    std::string kernel; // display name
    std::string architecture; // architecture used for the analysis
    Dim3 grid;
    Dim3 block;
    std::uint32_t warps = 0; // of a block
    std::uint64_t blocks_a_row = 1; // blocks per row of cells: more than one if there are very many
    std::uint64_t blocks_seen = 0; // in the order of the grid
    std::vector<HeatCell> cells; // [row * warps + warp]
    std::optional<BlockContrast> contrast; // after the run
    std::string refusal; // error that ended the run; empty: none
    bool running = false;
};

struct HeatRequest {
    std::shared_ptr<const engine::VmPrograms> programs;
    std::shared_ptr<const problem::Plan> plan;
    std::size_t work = 0; // index into Plan::step; a kernel launch
    const arch::Traits* traits = nullptr;
};

// With more blocks than this, several blocks share a row of cells.
inline constexpr std::uint64_t kMaxHeatRows = 4096;

// Synchronously runs the plan from its initial contents up to the launch; `grown` is called after each block. An error is stored
// as a sentence in the map.
[[nodiscard]] HeatMap map_heat(
    const HeatRequest& request, const std::stop_token& stop = {}, const std::function<void(const HeatMap&)>& grown = {});

// The quantity shown in a map.
struct HeatMeasure {
    enum class Worst : std::uint8_t { most, least }; // the maximum, which a cell of several warps shows
    Worst worst = Worst::most;
    double (*of)(const HeatCell& cell, double blocks) = nullptr; // for a warp of one block; NaN if nothing ran
};

struct WorstCell {
    double value = std::numeric_limits<double>::quiet_NaN(); // NaN if nothing ran
    std::uint64_t block = 0; // that has it
    std::uint32_t warp = 0;
};
struct HeatRange {
    std::size_t first = 0;
    std::size_t end = 0;
};
// For some rows of cells and some warps; the blocks of these rows must have run.
[[nodiscard]] WorstCell worst_cell(const HeatMap& map, const HeatMeasure& measure, HeatRange rows, HeatRange warps);

} // namespace warpstage::analysis

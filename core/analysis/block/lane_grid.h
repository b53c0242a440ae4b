// Activity of each lane of one warp over time, summed up in a given number of columns. Data only.
#pragma once

#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warpstage::analysis {

enum class LaneState : std::uint8_t {
    executed,
    predicated_off, // predicated off: on the path, but its guard predicate is false
    other_path, // inactive (diverged): the warp executes another path
    gone, // exited, or never existed (padding of the last warp)
};

struct LaneCell {
    LaneState state =
        LaneState::gone; // executed if the lane executed any instruction of the column, else the most frequent activity
    float share = 0.0F; // share of the column's instructions that the lane executed

    bool operator==(const LaneCell&) const = default;
};

struct LaneGrid {
    unsigned lanes = 0;
    std::size_t steps = 0; // of the warp in the window
    std::size_t steps_a_column = 1;
    std::size_t columns = 0;
    std::vector<LaneCell> cells; // [column * lanes + lane]
    std::vector<bool> divergent; // [column]: it has a divergent branch
    std::optional<std::size_t> cursor; // column of the requested step

    [[nodiscard]] const LaneCell& at(std::size_t column, unsigned lane) const { return cells[column * lanes + lane]; }
};

// `steps` are the trace entries of one warp. `cursor` is an index into Trace::steps; its column is that of the warp's last entry
// up to there.
[[nodiscard]] LaneGrid lane_grid(const trace::Trace& trace, std::span<const std::uint32_t> steps, std::size_t most_columns,
    std::optional<std::size_t> cursor = {});

} // namespace warpstage::analysis

// What each lane of one warp did over time, gathered into as many columns as a picture has room for. Data only.
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
    predicated_off, // on the path, but the guard predicate held it back
    other_path, // waits while the warp walks another path
    gone, // has left the kernel, or never was there (padding of the last warp)
};

struct LaneCell {
    LaneState state = LaneState::gone; // executed if it was in any step of the column, else the most frequent
    float share = 0.0F; // of the column's steps in which it executed

    bool operator==(const LaneCell&) const = default;
};

struct LaneGrid {
    unsigned lanes = 0;
    std::size_t steps = 0; // of the warp in the window
    std::size_t steps_a_column = 1;
    std::size_t columns = 0;
    std::vector<LaneCell> cells; // [column * lanes + lane]
    std::vector<bool> divergent; // [column]: a branch in it sent lanes both ways
    std::optional<std::size_t> cursor; // column of the step asked for

    [[nodiscard]] const LaneCell& at(std::size_t column, unsigned lane) const { return cells[column * lanes + lane]; }
};

// Of one warp, whose steps in the trace these are. `cursor` is an index into Trace::steps; its column is that of the warp's last
// step up to there.
[[nodiscard]] LaneGrid lane_grid(const trace::Trace& trace, std::span<const std::uint32_t> steps, std::size_t most_columns,
    std::optional<std::size_t> cursor = {});

} // namespace warpstage::analysis

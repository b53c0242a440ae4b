// Activity of lanes and warps over time, summed up in columns: active, predicated off, inactive (diverged), waiting at a barrier,
// exited. Time is counted in warp instructions, as if every warp issued at the same rate; after a barrier all warps continue at
// the same column.
#pragma once

#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::analysis {

enum class Activity : std::uint8_t { working, predicated_off, other_path, at_barrier, gone };

struct ActivityCell {
    Activity activity = Activity::gone; // working if any lane was active in the column, else the most frequent activity
    float share = 0.0F; // share of the column's lanes and instructions that were active, 0 to 1

    bool operator==(const ActivityCell&) const = default;
};

struct ActivityRow {
    std::string name; // "warp 3", "5"
    std::vector<ActivityCell> cells; // one per column
    std::vector<std::size_t> divergent; // columns with a divergent branch
};

enum class RowsAre : std::uint8_t { lanes, warps };

struct BlockActivity {
    RowsAre rows_are = RowsAre::warps;
    std::vector<ActivityRow> rows {};
    std::size_t columns = 0;
    std::size_t instructions = 0; // from the first column to the last
    std::vector<std::size_t> barriers {}; // columns that follow a barrier of the block
    std::uint32_t warp_width = 32;
    double average_lanes = 0.0; // active lanes, averaged over the instructions of the rows
    double waiting = 0.0; // share of the rows' time spent at barriers
};

// Uses the leading part of the trace without a gap.
[[nodiscard]] BlockActivity block_activity(const trace::Trace& trace, std::size_t most_columns);
[[nodiscard]] BlockActivity warp_activity(const trace::Trace& trace, std::uint32_t warp, std::size_t most_columns);

} // namespace warpstage::analysis

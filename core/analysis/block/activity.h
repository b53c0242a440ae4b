// What lanes and warps do over time, gathered into columns: working, held back by a predicate, waiting while the warp walks
// another path, waiting at a barrier, gone. Time is counted in warp instructions, as if every warp issued at the same rate; where
// a barrier lets the block go on, all warps start again at the same column.
#pragma once

#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::analysis {

enum class Activity : std::uint8_t { working, predicated_off, other_path, at_barrier, gone };

struct ActivityCell {
    Activity activity = Activity::gone; // working where anything worked in the column, else the most frequent
    float share = 0.0F; // of lanes and instructions of the column that worked, 0 to 1

    bool operator==(const ActivityCell&) const = default;
};

struct ActivityRow {
    std::string name; // "warp 3", "5"
    std::vector<ActivityCell> cells; // one a column
    std::vector<std::size_t> divergent; // columns in which a branch sent lanes both ways
};

enum class RowsAre : std::uint8_t { lanes, warps };

struct BlockActivity {
    RowsAre rows_are = RowsAre::warps;
    std::vector<ActivityRow> rows {};
    std::size_t columns = 0;
    std::size_t instructions = 0; // from the first column to the last
    std::vector<std::size_t> barriers {}; // columns before which the block met
    std::uint32_t warp_width = 32;
    double average_lanes = 0.0; // that work, over the instructions of the rows
    double waiting = 0.0; // share of the rows' time spent at barriers
};

// Of the leading part of the trace that has no gap.
[[nodiscard]] BlockActivity block_activity(const trace::Trace& trace, std::size_t most_columns);
[[nodiscard]] BlockActivity warp_activity(const trace::Trace& trace, std::uint32_t warp, std::size_t most_columns);

} // namespace warpstage::analysis

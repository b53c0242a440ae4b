// A CSV file of memory accesses: one row is one warp instruction with an address for each lane, and optionally what some hardware
// counted for it.
#pragma once

#include "app/cli/command_line.h"
#include "core/base/lane_mask.h"

#include <array>

namespace warpstage::cli {

// Columns that hold what was counted for a row, in units a warp instruction.
enum class RulesCounter : std::uint8_t {
    wavefronts, // shared memory: passes
    bank_conflicts, // shared memory: wavefronts above ideal
    sectors, // global memory: 32-byte units moved
    transactions, // global memory
    requests, // global memory: groups of lanes served by themselves
};

[[nodiscard]] std::string_view name_of(RulesCounter counter);

struct RulesRow {
    std::uint32_t line = 0; // of the file, from 1
    std::string operation; // "ld", "st", "ldp": a load whose inactive lanes are switched off by a predicate
    std::uint32_t bytes = 4; // of one lane
    std::string name; // of the pattern; may be empty
    LaneMask lanes = 0;
    std::array<std::uint64_t, kMaxLanes> addresses {}; // meaningless outside `lanes`
    std::vector<std::uint32_t> counted; // in the order of RulesFile::counters
};

struct RulesFile {
    std::vector<RulesCounter> counters;
    std::vector<RulesRow> rows;
};

// The columns op, bytes_per_lane, active_mask (hexadecimal) and byte_offset_per_lane (32 numbers), in any order; also name and
// the counters. Errors: "FILE:LINE:COLUMN: what is wrong there"; a row that no hardware would run (misaligned) is refused, too.
[[nodiscard]] Result<RulesFile> parse_rules(std::string_view text, std::string_view file);

} // namespace warpstage::cli

// A CSV file of memory accesses: one row is one warp instruction with an address for each lane, and optionally what some hardware
// counted for it.
#pragma once

#include "core/arch/traits.h"
#include "core/base/lane_mask.h"
#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::arch {

// Columns that hold what was counted for a row, in units per warp instruction.
enum class AccessCounter : std::uint8_t {
    wavefronts, // shared memory
    bank_conflicts, // shared memory: wavefronts above ideal
    sectors, // global memory: 32-byte units moved
    transactions, // global memory
    requests, // global memory: groups of lanes served by themselves
};

[[nodiscard]] std::string_view name_of(AccessCounter counter);

struct AccessRow {
    std::uint32_t line = 0; // of the file, from 1
    std::string operation; // "ld", "st", "ldp": a load whose inactive lanes are switched off by a predicate
    std::uint32_t bytes = 4; // of one lane
    std::string name; // of the pattern; may be empty
    LaneMask lanes = 0;
    std::array<std::uint64_t, kMaxLanes> addresses {}; // meaningless outside `lanes`
    std::vector<std::uint32_t> counted; // in the order of AccessFile::counters
};

// By AccessCounter.
using AccessCounts = std::array<std::uint32_t, 5>;

// What the rules predict for the access, as one of shared memory and as one of global memory.
[[nodiscard]] AccessCounts predict(const Traits& traits, const AccessRow& row);

struct AccessFile {
    std::vector<AccessCounter> counters;
    std::vector<AccessRow> rows;
};

// The columns op, bytes_per_lane, active_mask (hexadecimal) and byte_offset_per_lane (32 numbers), in any order; also name and
// the counters. Errors: "FILE:LINE:COLUMN: what is wrong there"; a row that no hardware would run (misaligned) is refused, too.
[[nodiscard]] Result<AccessFile> parse_access_file(std::string_view text, std::string_view file);

} // namespace warpstage::arch

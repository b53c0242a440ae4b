// A CSV file of memory accesses: each row is one warp instruction with an address per lane and optional hardware counters.
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

// Columns with hardware counters of a row, per warp instruction.
enum class AccessCounter : std::uint8_t {
    wavefronts, // shared memory
    bank_conflicts, // shared memory: wavefronts above ideal
    sectors, // global memory: 32-byte units transferred
    transactions, // global memory
    requests, // global memory: groups of lanes served separately
};

[[nodiscard]] std::string_view name_of(AccessCounter counter);

struct AccessRow {
    std::uint32_t line = 0; // of the file, from 1
    // "ld", "st", "ldp": a load whose inactive lanes are predicated off, "ldmatrix", "ldmatrix.trans", "stmatrix",
    // "stmatrix.trans", "cp.async".
    std::string operation;
    std::uint32_t bytes = 4; // of one lane
    std::string name; // of the pattern; may be empty
    LaneMask lanes = 0;
    std::array<std::uint64_t, kMaxLanes> addresses {}; // meaningless outside `lanes`
    std::vector<std::uint32_t> counted; // in the order of AccessFile::counters
};

// Indexed by AccessCounter.
using AccessCounts = std::array<std::uint32_t, 5>;

// Predicted costs of the access, once as a shared and once as a global memory access.
[[nodiscard]] AccessCounts predict(const Traits& traits, const AccessRow& row);

struct AccessFile {
    std::vector<AccessCounter> counters;
    std::vector<AccessRow> rows;
};

// The columns op, bytes_per_lane, active_mask (hexadecimal) and byte_offset_per_lane (32 numbers), in any order; also name and
// the counters. Errors: "FILE:LINE:COLUMN: message"; misaligned accesses are refused, because no hardware executes them.
[[nodiscard]] Result<AccessFile> parse_access_file(std::string_view text, std::string_view file);

} // namespace warpstage::arch

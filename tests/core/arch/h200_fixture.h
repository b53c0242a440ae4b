// Reads the rows of tests/fixtures/h200 and tests/fixtures/arch; their README.md explain the columns.
#pragma once

#include "core/base/lane_mask.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::arch {

struct MeasuredRow {
    std::string operation; // "ld", "st" or "ldp"
    std::uint32_t bytes = 0;
    std::string name;
    LaneMask lanes = 0;
    std::array<std::uint64_t, kMaxLanes> addresses {};
    std::array<std::uint32_t, 2> figures {}; // the last two columns
};

// `file`: below tests/fixtures
std::vector<MeasuredRow> read_measured(const std::string& file);

} // namespace warpstage::arch

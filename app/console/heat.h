// What a source line cost, for the margin beside it. Knows no Qt.
#pragma once

#include "core/analysis/kernel_report.h"

#include <cstdint>
#include <map>
#include <string>

namespace warpstage::console {

struct LineHeat {
    std::string instructions; // "141"
    std::string lanes; // "5.4" of 32 active on average
    std::string wavefronts; // of shared memory; empty: no access
    std::string excess; // "+12"; empty: none
    int heat = 0; // 0 to kHeatLevels: share of the kernel's instructions, relative to the hottest line

    bool operator==(const LineHeat&) const = default;
};

inline constexpr int kHeatLevels = 4;

using Heats = std::map<std::uint32_t, LineHeat>; // by line

// Of the lines that ran.
[[nodiscard]] Heats line_heat(const analysis::KernelReport& report);

} // namespace warpstage::console

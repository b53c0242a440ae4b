// The timing of a compute capability as rows and as text.
#pragma once

#include "core/arch/timing/timing.h"

#include <string>
#include <vector>

namespace warpstage::arch {

struct TimingRow {
    std::string figure; // "fp32 latency"
    std::string_view unit; // "cycles"; empty where it is a plain number
    Figure value;
};

// Every figure of the timing, in the order of its declaration.
[[nodiscard]] std::vector<TimingRow> timing_rows(const Timing& timing);
// A table with value, unit and source of every figure; below it the citations of the sources.
[[nodiscard]] std::string timing_text(const Timing& timing);

} // namespace warpstage::arch

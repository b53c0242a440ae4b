// The timing of a compute capability as rows and as text.
#pragma once

#include "core/arch/timing/timing.h"

#include <string>
#include <vector>

namespace warpstage::arch {

struct TimingRow {
    std::string figure; // "fp32 latency"
    std::string_view unit; // "cycles"; empty for a plain number
    Figure value;
};

// Every value of the timing, in order of declaration.
[[nodiscard]] std::vector<TimingRow> timing_rows(const Timing& timing);
// A table with value, unit and source of every timing, followed by the citations of the sources.
[[nodiscard]] std::string timing_text(const Timing& timing);

} // namespace warpstage::arch

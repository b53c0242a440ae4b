// A variant with one value of a parameter after the other, as the command line names both.
#pragma once

#include "app/cli/command_line.h"
#include "core/bench/sweep.h"

namespace warpstage::cli {

struct SweptParameter {
    std::string id; // "offset"
    std::vector<std::string> values; // as --set would take them
};

// "offset=0..32", "stride=1..32:2" (steps of 2) or "block=64,128,256". Errors: none of these, an empty range, more values than
// anybody reads.
[[nodiscard]] Result<SweptParameter> parse_swept(std::string_view text);

struct SweepOptions {
    std::string lesson;
    std::string variant;
    SweptParameter parameter;
    std::vector<std::string> architectures; // that requests are evaluated for; empty: 9.0
    std::uint32_t repeat = 11; // samples of each value
    bool check = true;
};

// Refuses: unknown names and values, all before any run; what bench::run_sweep() refuses.
[[nodiscard]] bench::Sweep sweep_over(const Common& common, const SweepOptions& options);

} // namespace warpstage::cli

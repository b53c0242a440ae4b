// A variant with one value of a parameter after the other, as the command line names both.
#pragma once

#include "app/cli/command_line.h"
#include "core/bench/sweep.h"
#include "core/bench/swept_parameter.h"

namespace warpstage::cli {

using bench::parse_swept;
using bench::SweptParameter;

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

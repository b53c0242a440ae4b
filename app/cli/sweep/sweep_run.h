// A sweep as given on the command line: a variant with each of several values of a parameter.
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
    std::vector<std::string> architectures; // architectures used for the analysis; empty: 9.0
    std::uint32_t repeat = 11; // samples of each value
    bool check = true;
};

// Refuses: unknown names and values, before any run; errors of bench::run_sweep().
[[nodiscard]] bench::Sweep sweep_over(const Common& common, const SweepOptions& options);

} // namespace warpstage::cli

// The options of `warpstage sweep`.
#pragma once

#include "app/cli/report_format.h"
#include "app/cli/sweep_values.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace CLI { // NOLINT(readability-identifier-naming): the name that CLI11 has
class App;
}

namespace warpstage::cli {

struct SweepCommand {
    std::string lesson;
    std::string variant;
    SweptParameter parameter;
    std::vector<std::string> architectures; // whose rules; empty: 9.0
    std::uint32_t repeat = 11; // samples of each value
    bool check = true;
    ReportFormat format = ReportFormat::text;
    std::filesystem::path picture; // empty: none
};

// `swept` as it is typed: see parse_swept().
void add_sweep(CLI::App& command, SweepCommand& sweep, RawReport& report, std::string& swept);

} // namespace warpstage::cli

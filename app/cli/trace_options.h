// The options of `warpstage trace` and of `warpstage counters`: what happened, and what the hardware counted.
#pragma once

#include "app/cli/report_format.h"
#include "app/cli/vm_options.h"
#include "core/analysis/report_csv.h"
#include "core/engine/vm_engine.h"

#include <cstdint>
#include <optional>
#include <string>

namespace CLI { // NOLINT(readability-identifier-naming): the name that CLI11 has
class App;
}

namespace warpstage::cli {

struct TraceCommand {
    std::string lesson;
    std::string variant;
    std::uint64_t block = 0;
    std::uint32_t warp_width = 32;
    simt::Checks checks = simt::kNoChecks;
    std::string architecture = "9.0"; // see arch::parse_architecture
    ReportFormat format = ReportFormat::text;
    std::optional<analysis::Level> level; // nothing: by line with the passes; JSON: everything
};

struct CountersCommand {
    std::string lesson;
    std::string variant;
    ReportFormat format = ReportFormat::text;
};

void add_trace(CLI::App& command, TraceCommand& trace, RawReport& report, RawVm& vm);
void add_counters(CLI::App& command, CountersCommand& counters, RawReport& report);

} // namespace warpstage::cli

// In which format a command reports, and how finely: options that several commands share.
#pragma once

#include "core/analysis/report_csv.h"

#include <cstdint>
#include <optional>
#include <string>

namespace CLI { // NOLINT(readability-identifier-naming): the name that CLI11 has
class App;
}

namespace warpstage::cli {

enum class ReportFormat : std::uint8_t { text, json, csv };

struct RawReport { // as it is typed
    std::string format = "text";
    bool json = false;
    bool csv = false;
    std::string level;
};

// --format, --json and --csv.
void add_report(CLI::App& command, RawReport& raw);
[[nodiscard]] ReportFormat format_of(const RawReport& raw);

// --by.
void add_level(CLI::App& command, RawReport& raw);
// Nothing: it was not said.
[[nodiscard]] std::optional<analysis::Level> level_of(const RawReport& raw);

} // namespace warpstage::cli

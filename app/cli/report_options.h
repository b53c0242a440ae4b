// The options of `warpstage report`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace CLI { // NOLINT(readability-identifier-naming): the name that CLI11 has
class App;
}

namespace warpstage::cli {

struct ReportCommand {
    std::string lesson;
    std::vector<std::string> variants; // empty: all
    std::string architecture = "9.0"; // see core/arch/architecture.h
    std::uint32_t repeat = 11; // samples of each variant
    std::filesystem::path output; // .pdf or .html
};

void add_report_command(CLI::App& app, ReportCommand& report);

} // namespace warpstage::cli
